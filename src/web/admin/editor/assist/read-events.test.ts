import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './read-events.ts';

async function readIn(bytes: Uint8Array, pieceLength: number): Promise<ServerEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceLength)
        controller.enqueue(bytes.slice(at, at + pieceLength));
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body)) events.push(event);
  return events;
}

test('events are read however the bytes are cut', async () => {
  const text = 'event: piece\ndata: {"text":"ก"}\n\nevent: answer\r\ndata: 1\r\n\r\n';
  const bytes = new TextEncoder().encode(text);
  for (const pieceLength of [1, 5, 14, 28, 29, 30, 1000]) {
    expect(await readIn(bytes, pieceLength)).toEqual([
      { event: 'piece', data: '{"text":"ก"}' },
      { event: 'answer', data: '1' },
    ]);
  }
});

test('an event that is not whole is none', async () => {
  const bytes = new TextEncoder().encode('event: piece\ndata: 1\n\nevent: answer\ndata: 2');
  expect(await readIn(bytes, 7)).toEqual([{ event: 'piece', data: '1' }]);
});
