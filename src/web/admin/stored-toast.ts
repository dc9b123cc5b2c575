import { useEffect } from 'react';
import { takeStoredToast, toToastContent } from '../ui/toast/stored-toast.ts';
import { useToast } from '../ui/toast/toast-provider.tsx';

/** Of the page before this one. */
export function StoredToast() {
  const show = useToast();
  useEffect(() => {
    const toast = takeStoredToast();
    if (toast) show(toToastContent(toast));
  }, [show]);
  return null;
}
