import { Agent, request } from 'node:http';

/** Concurrent clients; each sends its next request as soon as it has a response. */
export const connections = 16;
const roundMs = 2_000;

export async function measureRequestsPerSecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const deadline = performance.now() + roundMs;
  let responses = 0;
  const sendRequest = () =>
    new Promise<void>((resolve, reject) => {
      request(url, { agent }, (response) => {
        response.resume();
        response.on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  const runClient = async () => {
    while (performance.now() < deadline) {
      await sendRequest();
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, runClient));
  agent.destroy();
  return responses / (roundMs / 1000);
}
