import { expect, it, vi } from 'vitest';
import type { EventStream } from './event-stream.ts';
import { createAudience } from './live-feed.ts';

/** Makes a stream that notes what it is sent, and a way to close it. */
function givenStream() {
  const heard: string[] = [];
  let close = () => undefined as void;
  const stream: EventStream = {
    send: (events) => void heard.push(String(events)),
    end: () => undefined,
    onClose: (listener) => (close = listener),
  };
  return { stream, heard, close: () => close() };
}

it('An audience hears events in their order, each listener from when it joins until it closes.', async () => {
  const [first, second] = [givenStream(), givenStream()];
  const audience = createAudience<string>();
  audience.join(first.stream, 'first');
  audience.send(Buffer.from('1'));
  audience.join(second.stream, 'second');
  audience.send(Buffer.from('2'));
  await vi.waitFor(() => expect(first.heard).toEqual(['1', '2']));
  expect(second.heard).toEqual(['2']);
  expect([...audience.members.values()]).toEqual(['first', 'second']);
  first.close();
  audience.send(Buffer.from('3'));
  await vi.waitFor(() => expect(second.heard).toEqual(['2', '3']));
  expect(first.heard).toEqual(['1', '2']);
});

it('A topic is read from the first listener to the last, and again when one comes back.', () => {
  const [first, second] = [givenStream(), givenStream()];
  const steps: string[] = [];
  const audience = createAudience({ onFirst: () => steps.push('first'), onLast: () => steps.push('last') });
  audience.join(first.stream, undefined);
  audience.join(second.stream, undefined);
  first.close();
  expect(steps).toEqual(['first']);
  second.close();
  audience.join(first.stream, undefined);
  expect(steps).toEqual(['first', 'last', 'first']);
});
