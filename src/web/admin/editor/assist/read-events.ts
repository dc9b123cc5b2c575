export interface ServerEvent {
  event: string;
  data: string;
}

/** The events of a `text/event-stream` body, as far as it comes. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let waiting = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      waiting += decoder.decode(value, { stream: true });
      const whole = waiting.split(/\r?\n\r?\n/);
      waiting = whole.pop() ?? '';
      for (const text of whole) yield readEvent(text);
    }
  } finally {
    reader.releaseLock();
  }
}

function readEvent(text: string): ServerEvent {
  const lines = text.split(/\r?\n/);
  const values = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  return { event: values('event')[0] ?? 'message', data: values('data').join('\n') };
}
