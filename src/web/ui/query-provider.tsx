import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queryCacheMs, queryRetries, queryRetryMs } from '../contract.ts';

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // On the server, a finite time would start a timer per render, which keeps the data in memory.
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : queryCacheMs,
        staleTime: queryCacheMs,
        retry: queryRetries,
        retryDelay: (failures) => Math.min(queryRetryMs.first * 2 ** failures, queryRetryMs.longest),
        // Without this, a query pauses while offline and the page shows no error.
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  });
}

interface PrefetchedQuery {
  key: QueryKey;
  data: unknown;
}

export function QueryProvider({
  seeds,
  children,
}: {
  seeds: readonly PrefetchedQuery[];
  children: ReactNode;
}) {
  const [client] = useState(() => {
    const seededClient = createQueryClient();
    for (const { key, data } of seeds) seededClient.setQueryData(key, data);
    return seededClient;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
