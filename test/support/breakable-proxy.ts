import { connect, createServer, type Server, type Socket } from 'node:net';

export interface BreakableProxy extends AsyncDisposable {
  port: number;
  /** `gone`: closes and refuses connections. `deaf`: accepts connections and never responds. */
  become(state: 'there' | 'gone' | 'deaf'): Promise<void>;
}

export async function startBreakableProxy(
  targetPort: number,
  start: 'there' | 'gone' = 'there',
): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let isDeaf = false;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isDeaf) return void socket.resume();
    const onward = connect(targetPort, '127.0.0.1');
    sockets.add(onward);
    onward.on('error', () => socket.destroy()).on('close', () => sockets.delete(onward));
    socket.pipe(onward).pipe(socket);
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  await listen(0);
  const { port } = server.address() as { port: number };
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const proxy: BreakableProxy = {
    port,
    async become(state) {
      isDeaf = state === 'deaf';
      closeConnections();
      if (state === 'gone' && server.listening) {
        const closed = close();
        closeConnections();
        await closed;
      } else if (state !== 'gone' && !server.listening) await listen(port);
    },
    async [Symbol.asyncDispose]() {
      closeConnections();
      if (server.listening) await close();
    },
  };
  if (start === 'gone') await proxy.become('gone');
  return proxy;
}
