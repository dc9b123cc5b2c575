import { connect, createServer, type Server, type Socket } from 'node:net';

export interface BreakableProxy extends AsyncDisposable {
  port: number;
  /** `down`: closes and refuses connections. `hanging`: accepts connections and never responds. */
  setState(state: 'up' | 'down' | 'hanging'): Promise<void>;
}

export async function startBreakableProxy(
  targetPort: number,
  start: 'up' | 'down' = 'up',
): Promise<BreakableProxy> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (isHanging) return void socket.resume();
    const upstream = connect(targetPort, '127.0.0.1');
    sockets.add(upstream);
    upstream.on('error', () => socket.destroy()).on('close', () => sockets.delete(upstream));
    socket.pipe(upstream).pipe(socket);
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
    async setState(state) {
      isHanging = state === 'hanging';
      closeConnections();
      if (state === 'down' && server.listening) {
        const closed = close();
        closeConnections();
        await closed;
      } else if (state !== 'down' && !server.listening) await listen(port);
    },
    async [Symbol.asyncDispose]() {
      closeConnections();
      if (server.listening) await close();
    },
  };
  if (start === 'down') await proxy.setState('down');
  return proxy;
}
