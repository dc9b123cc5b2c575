import { type SpawnOptions, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Listens on 127.0.0.1. `close` also ends the connections. */
export async function listen(server: Server, wantedPort = 0) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(wantedPort, '127.0.0.1', resolve),
  );
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    sockets,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Below the range that systems assign, so that no other process gets the port before the caller uses it. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  try {
    await (await listen(createServer(), port)).close();
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
}

/**
 * Starts a program and waits for a line that matches `isReady`: `ready` is the match, and `lines` is everything that the
 * program has written so far.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  isReady: RegExp,
  options: SpawnOptions = {},
) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const ended = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  const lines: string[] = [];
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const match = isReady.exec(line);
        if (match) resolve(match);
      });
    }
    child.once('error', reject);
    ended.then((code) => reject(new Error(`${program} exited with ${code}:\n${lines.join('\n')}`)));
  });
  return {
    child,
    lines,
    ready,
    /** Resolves with the exit code, or -1 after a signal. */
    stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
      child.kill(signal);
      return ended;
    },
  };
}
