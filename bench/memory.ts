/** Memory of the server while 50 clients stream 50 MB each. For 200 slow clients, see slow-readers.ts. */
import { startFakeThreads } from '#test/fakes/threads/start-fake-threads.ts';
import { startApp } from '#test/support/start-app.ts';
import { printTable } from './figures.ts';
import { getHugeFileUrl, read, watchMemory } from './read-huge-file.ts';

const size = 50 * 1024 * 1024;

export async function measureMemory(): Promise<void> {
  await using threads = await startFakeThreads();
  await using app = await startApp(threads.environment);
  const url = await getHugeFileUrl(app.origin);
  let received: number[] = [];
  const { idle, peak } = await watchMemory([app.pid], async () => {
    const readers = Array.from({ length: 50 }, () => read(url, size));
    received = await Promise.all(readers.map((reader) => reader.done));
  });
  printTable('memory of the server while it streams', [
    [
      '50 clients, 50 MB each',
      `${idle.toFixed(0)} MB idle`,
      `${peak.toFixed(0)} MB peak`,
      `+${(peak - idle).toFixed(0)} MB`,
      `${received.filter((bytes) => bytes !== size).length} incomplete`,
    ],
  ]);
}
