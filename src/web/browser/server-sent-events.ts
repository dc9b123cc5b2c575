export interface ServerSentEvent {
  event: string;
  data: string;
}

export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += decoder.decode(value, { stream: true });
      const blocks = buffer.split(/\r?\n\r?\n/);
      buffer = blocks.pop() ?? '';
      for (const text of blocks) yield parseEvent(text);
    }
  } finally {
    reader.releaseLock();
  }
}

function parseEvent(text: string): ServerSentEvent {
  const lines = text.split(/\r?\n/);
  const values = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  return { event: values('event')[0] ?? 'message', data: values('data').join('\n') };
}
