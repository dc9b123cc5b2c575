import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
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

/** Another address of this machine: a server here holds a port without taking it from 127.0.0.1. */
const reservationHost = '127.0.0.2';

/**
 * Below the range that systems assign, and held until this process ends, so that nobody else gets the port before the
 * caller's program listens on it, or while the program restarts.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 30_000);
  try {
    const reservation = createServer();
    await new Promise<void>((resolve, reject) =>
      reservation.once('error', reject).listen(port, reservationHost, resolve),
    );
    reservation.unref();
    await (await listen(createServer(), port)).close();
    return port;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort();
    throw error;
  }
}

/** Programs that no caller has stopped yet. */
const running = new Set<ChildProcess>();

/** Ends what a failed test has left running. */
export function endProcesses(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Below the time limit of a test, so that a program that hangs is named with what it wrote. */
const startLimitMs = 45_000;

/**
 * Starts a program and waits until each pattern of `isReady` has matched a line. Nothing orders the lines of standard
 * output and standard error, so whoever reads both waits for a line of each. `ready` is the match of the first pattern, and
 * `lines` is everything that the program has written so far.
 */
export async function startProcess(
  program: string,
  args: readonly string[],
  isReady: readonly RegExp[],
  options: SpawnOptions = {},
  deadline = AbortSignal.timeout(startLimitMs),
) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  running.add(child);
  // Not `exit`: after `close`, everything that the program wrote has been read.
  const ended = new Promise<number>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code ?? -1);
    }),
  );
  const lines: string[] = [];
  const kill = () => child.kill('SIGKILL');
  deadline.addEventListener('abort', kill);
  const ready = await new Promise<RegExpExecArray>((resolve, reject) => {
    const matches = new Map<RegExp, RegExpExecArray>();
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        for (const pattern of isReady) {
          const match = pattern.exec(line);
          if (match) matches.set(pattern, match);
        }
        const first = isReady[0] && matches.get(isReady[0]);
        if (first && matches.size === isReady.length) resolve(first);
      });
    }
    child.once('error', reject);
    ended.then((code) => {
      const end = deadline.aborted ? 'was not ready in time' : `exited with ${code}`;
      reject(new Error(`${program} ${end}:\n${lines.join('\n')}`));
    });
  });
  deadline.removeEventListener('abort', kill);
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
