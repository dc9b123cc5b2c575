import { expect, test } from 'vitest';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.ts';

async function readChunks(bytes: Uint8Array, chunkLength: number): Promise<ServerSentEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunkLength)
        controller.enqueue(bytes.slice(at, at + chunkLength));
      controller.close();
    },
  });
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(body)) events.push(event);
  return events;
}

test('events are parsed wherever the bytes are split', async () => {
  const text = 'event: piece\ndata: {"text":"ก"}\n\nevent: answer\r\ndata: 1\r\n\r\n';
  const bytes = new TextEncoder().encode(text);
  for (const chunkLength of [1, 5, 14, 28, 29, 30, 1000]) {
    expect(await readChunks(bytes, chunkLength)).toEqual([
      { event: 'piece', data: '{"text":"ก"}' },
      { event: 'answer', data: '1' },
    ]);
  }
});

test('an incomplete event is dropped', async () => {
  const bytes = new TextEncoder().encode('event: piece\ndata: 1\n\nevent: answer\ndata: 2');
  expect(await readChunks(bytes, 7)).toEqual([{ event: 'piece', data: '1' }]);
});
