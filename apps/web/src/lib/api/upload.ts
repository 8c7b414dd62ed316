import type { Contract, DataOf, InputOf, UploadRoute } from '@lightstick/contract';
import { connection, deviceConnection } from '../connection.ts';
import { apiBaseUrl } from './api-address.ts';
import { TransportError } from './api-error.ts';
import { readAnswer, withFreshToken, requestHeaders } from './call.ts';

type UploadOptions = {
  readonly signal: AbortSignal;
  /** Takes the sent part of the request, from 0 to 1, repeatedly. */
  readonly onProgress: (part: number) => void;
};

/** Equals the server's request timeout. */
const timeoutMs = 60_000;

/** The field of the form that holds the file; complete by construction. */
const fileFields: { readonly [R in UploadRoute]: Contract[R]['upload']['field'] } = {
  'POST /wallet/api/v1/userExpand/uploadAvatar': 'avatar',
  'POST /task/api/v1/fanVideo/setPoster': 'poster',
};

/**
 * Calls an endpoint that takes a file; throws as `call` does. Uses XMLHttpRequest, because `fetch` reports no upload
 * progress.
 */
export function upload<R extends UploadRoute>(
  route: R,
  { upload: file, body }: InputOf<Contract[R]>,
  options: UploadOptions,
): Promise<DataOf<Contract[R]>> {
  const form = new FormData();
  // The fields precede the file, so that the server can check them first.
  for (const [name, value] of Object.entries(body ?? {})) if (value !== undefined) form.set(name, value);
  form.set(fileFields[route], file);
  return withFreshToken(() => send(route, form, options));
}

function send<R extends UploadRoute>(route: R, form: FormData, { signal, onProgress }: UploadOptions) {
  const [method = 'POST', path = '/'] = route.split(' ');
  const request = new XMLHttpRequest();
  const giveUp = () => request.abort();
  return new Promise<DataOf<Contract[R]>>((resolve, reject) => {
    const loseConnection = (kind: 'network' | 'timeout') => {
      if (kind === 'network') connection.write(deviceConnection('unreachable'));
      reject(new TransportError(kind, path));
    };
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('error', () => loseConnection('network'));
    request.addEventListener('timeout', () => loseConnection('timeout'));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('load', () => {
      connection.write(deviceConnection('online'));
      const about = { status: request.status, requestId: request.getResponseHeader('x-request-id') };
      try {
        resolve(readAnswer(path, request.responseText, about) as DataOf<Contract[R]>);
      } catch (error) {
        reject(error);
      }
    });
    request.open(method, apiBaseUrl + path);
    request.withCredentials = true;
    request.timeout = timeoutMs;
    // The browser itself names the type of a form, with the boundary that it has chosen.
    const { 'Content-Type': _json, ...headers } = requestHeaders(route);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) reject(signal.reason as Error);
    else request.send(form);
  }).finally(() => signal.removeEventListener('abort', giveUp));
}
