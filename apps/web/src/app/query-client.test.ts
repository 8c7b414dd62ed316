import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, TransportError } from '#/lib/api/api-error.ts';
import { describeFailure, onFailure } from '#/lib/failure.ts';
import { dismissToast, toasts } from '#/ui/toast/toast-store.ts';
import { makeQueryClient } from './query-client.ts';
import { tellFailure } from './tell-failure.ts';

const overloadError = () => new TransportError('http', '/mall', { status: 503 });
const refusalError = () => new ApiError({ code: 3004, message: 'Ended.', status: 200, requestId: null, path: '/vote' });
const words = (id: string) => id;

beforeEach(() => {
  onFailure(tellFailure);
  vi.stubGlobal('location', { pathname: '/mall' });
  for (const { id } of toasts.read()) dismissToast(id);
  return () => {
    for (const { id } of toasts.read()) dismissToast(id);
    vi.unstubAllGlobals();
  };
});

test('a query asks twice more after a passing failure, and not again after a refusal', () => {
  const { retry } = makeQueryClient().getDefaultOptions().queries ?? {};
  if (typeof retry !== 'function') throw new Error('Queries have no rule for retries.');
  expect([0, 1, 2].map((failures) => retry(failures, overloadError()))).toEqual([true, true, false]);
  expect(retry(0, refusalError())).toBe(false);
});

test('a direct fetch is not retried', async () => {
  const ask = vi.fn<() => Promise<never>>(() => Promise.reject(overloadError()));
  await expect(makeQueryClient().fetchQuery({ queryKey: ['x'], queryFn: ask })).rejects.toThrow('503');
  expect(ask).toHaveBeenCalledOnce();
});

test('a mutation is not retried, and its failure reaches its caller once', async () => {
  const client = makeQueryClient();
  const send = vi.fn<() => Promise<never>>(() => Promise.reject(refusalError()));
  const error: unknown = await new MutationObserver(client, { mutationFn: send }).mutate().catch((e: unknown) => e);
  expect(send).toHaveBeenCalledOnce();
  expect(toasts.read()).toMatchObject([{ kind: 'error', title: 'failure.title', detail: 'Ended.' }]);
  expect(describeFailure(error, words)).toBeUndefined();
});

test('a failure that is shown in its place has no toast', async () => {
  const client = makeQueryClient();
  const options = { mutationFn: () => Promise.reject(refusalError()), meta: { shownInPlace: true } };
  const error: unknown = await new MutationObserver(client, options).mutate().catch((e: unknown) => e);
  expect(toasts.read()).toEqual([]);
  expect(describeFailure(error, words)?.detail).toBe('Ended.');
});

test('in the background a business error is shown and a lost request is not', async () => {
  const client = makeQueryClient();
  const ask = vi
    .fn<() => Promise<never>>()
    .mockRejectedValueOnce(overloadError())
    .mockRejectedValueOnce(refusalError());
  const query = { queryKey: ['x'], queryFn: ask, meta: { background: true } };
  await expect(client.fetchQuery(query)).rejects.toThrow('503');
  expect(toasts.read()).toEqual([]);
  await expect(client.fetchQuery(query)).rejects.toThrow('Ended.');
  expect(toasts.read()).toMatchObject([{ kind: 'error', title: 'failure.title', detail: 'Ended.' }]);
});

test('several calls that fail alike say it once', async () => {
  const client = makeQueryClient();
  const fail = () =>
    new MutationObserver(client, { mutationFn: () => Promise.reject(refusalError()) }).mutate().catch(() => undefined);
  await Promise.all([fail(), fail(), fail()]);
  expect(toasts.read()).toHaveLength(1);
});

test('mutations that share a scope run one after another', async () => {
  const client = makeQueryClient();
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const send = (name: string) =>
    new MutationObserver(client, {
      scope: { id: 'votes' },
      mutationFn: () => {
        begun.push(name);
        return new Promise<void>((resolve) => answers.push(resolve));
      },
    }).mutate();
  const both = Promise.all([send('first'), send('second')]);
  await vi.waitFor(() => expect(begun).toEqual(['first']));
  answers[0]?.();
  await vi.waitFor(() => expect(begun).toEqual(['first', 'second']));
  answers[1]?.();
  await both;
});
