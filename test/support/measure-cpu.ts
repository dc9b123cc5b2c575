/** CPU time of this thread, in milliseconds. Elapsed time also grows while other processes use the machine. */
export function measureCpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The least of three runs, because other processes and the garbage collector only add. */
export function measureLeastCpuMs(work: () => unknown): number {
  return Math.min(...[1, 2, 3].map(() => measureCpuMs(work)));
}
