import type { Ticket } from '#media/contract.ts';
import { fallbackMark, offloadHeader } from '#media/offload-file.ts';
import { type FaultUpstream, type Scene, startFaultUpstream } from './fault-media-upstream.ts';
import { type MediaRelay, startMediaRelay } from './start-media-relay.ts';
import { type Nginx, startNginx } from './start-nginx.ts';

/** A faulty media host, a relay that hands over, and the nginx it hands over to. */
export interface Offload extends AsyncDisposable {
  upstream: FaultUpstream;
  relay: MediaRelay;
  nginx: Nginx;
  pathOf(scene: Scene, overrides?: Partial<Ticket>): string;
}

export async function startOffload(): Promise<Offload> {
  const upstream = await startFaultUpstream();
  const relay = await startMediaRelay({
    allowedHosts: [upstream.host],
    limits: { firstByteMs: 2000, openMs: 3000 },
    mayOffload: ({ headers }) => headers[offloadHeader] === 'nginx',
    isFallback: ({ headers }) => headers[offloadHeader] === fallbackMark,
  });
  const nginx = await startNginx([new URL(relay.origin).host]);
  let count = 0;
  return {
    ...{ upstream, relay, nginx },
    pathOf(scene, overrides) {
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
