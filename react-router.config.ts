import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  serverBuildFile: 'handler.js',
  ssr: true,
  // Every address is known at once: no second request to discover routes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
