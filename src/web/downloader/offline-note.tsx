import { useSyncExternalStore } from 'react';
import { useTranslator } from '../translation.tsx';

function subscribe(listener: () => void): () => void {
  const changes = ['online', 'offline'];
  for (const change of changes) window.addEventListener(change, listener);
  return () => {
    for (const change of changes) window.removeEventListener(change, listener);
  };
}

export function OfflineNotice() {
  const t = useTranslator();
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <p role="status" className="mb-3 rounded-xl bg-tint px-4 py-3 font-semibold empty:hidden">
      {!isOnline && t('form.no_connection')}
    </p>
  );
}
