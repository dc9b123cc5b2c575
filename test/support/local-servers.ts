import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Listens on 127.0.0.1. `close` also ends the connections. */
export async function listen(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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

export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}

export interface ServerProcess {
  child: ChildProcess;
  /** Everything that it has written so far. */
  lines: string[];
  /** The match of the line that said that it is ready. */
  ready: RegExpExecArray;
  /** Resolves with the exit code, or -1 after a signal. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** Starts a program and waits for a line that matches `isReady`. */
export async function startProcess(
  program: string,
  args: readonly string[],
  isReady: RegExp,
  options: SpawnOptions = {},
): Promise<ServerProcess> {
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
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}
