/** An event of a stream with its id; `data` is parsed JSON. */
export type StreamEvent = { readonly id: string; readonly data: unknown };

/**
 * Reads the events of a stream of server-sent events that carry data, in their order. Takes the body at once: fetch
 * cancels a body that is not being read when its response is garbage-collected.
 */
export function readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  return eventsOf(body.pipeThrough(new TextDecoderStream()));
}

async function* eventsOf(chunks: ReadableStream<string>): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const json = field('data');
      if (json !== undefined) yield { id: field('id') ?? '', data: JSON.parse(json) as unknown };
    }
  }
}
