/** CPU time of this thread, in milliseconds. Elapsed time also grows while other processes use the machine. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
