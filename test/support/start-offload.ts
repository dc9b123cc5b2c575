import type { Ticket } from '#media/contract.ts';
import { offloadFallbackValue, offloadHeader } from '#media/contract.ts';
import { type FaultyUpstream, type Scene, startFaultyUpstream } from './faulty-media-upstream.ts';
import { type MediaRelay, startMediaRelay } from './start-media-relay.ts';
import { type Nginx, startNginx } from './start-nginx.ts';

export interface Offload extends AsyncDisposable {
  upstream: FaultyUpstream;
  relay: MediaRelay;
  nginx: Nginx;
  createPath(scene: Scene, overrides?: Partial<Ticket>): string;
}

export async function startOffload(): Promise<Offload> {
  const upstream = await startFaultyUpstream();
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    limits: { firstByteMs: 2000, openMs: 3000 },
    mayOffload: ({ headers }) => headers[offloadHeader] === 'nginx',
    isFallback: ({ headers }) => headers[offloadHeader] === offloadFallbackValue,
  });
  const nginx = await startNginx([new URL(relay.origin).host]);
  let count = 0;
  return {
    upstream,
    relay,
    nginx,
    createPath(scene, overrides) {
      count += 1;
      return relay.ticketFor(upstream.on(`/v/${count}.mp4`, scene), overrides);
    },
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]();
      await relay[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}
