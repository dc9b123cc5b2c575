import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { dataKeptMs, dataRetries, dataRetryMs } from '../contract.ts';

/** A client for one page: on the server for one rendering, in the browser as long as the page is open. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // On the server a collection after minutes would be a timer for each rendering, which holds all its data.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : dataKeptMs,
        staleTime: dataKeptMs,
        retry: dataRetries,
        retryDelay: (failures) => Math.min(dataRetryMs.first * 2 ** failures, dataRetryMs.longest),
        // Off line an answer fails too, and the page says so, rather than wait without a word.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}

/** What the server has read for this page, by query key. */
export interface QuerySeed {
  key: QueryKey;
  data: unknown;
}

/** The cache of a blog page, filled with what its loader gave: nothing of it is asked for again. */
export function BlogQueries({ seeds, children }: { seeds: readonly QuerySeed[]; children: ReactNode }) {
  const [client] = useState(() => {
    const filled = createQueryClient();
    for (const { key, data } of seeds) filled.setQueryData(key, data);
    return filled;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
