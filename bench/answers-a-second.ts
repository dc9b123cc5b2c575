import { Agent, request } from 'node:http';

/** Visitors who ask again as soon as they have their answer. */
export const connections = 16;
const roundMs = 2_000;

/** Answers a second, over kept connections. */
export async function answersASecond(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + roundMs;
  let answers = 0;
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request(url, { agent }, (response) => {
        response.resume();
        response.on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  const visitor = async () => {
    while (performance.now() < end) {
      await ask();
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  agent.destroy();
  return answers / (roundMs / 1000);
}
