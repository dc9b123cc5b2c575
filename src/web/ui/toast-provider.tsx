import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useRef,
} from 'react';
import { toastRemovalDelayMs } from '../contract.ts';
import { reduceToasts, type ToastContent } from './toast-state.ts';

type ShowToast = (content: ToastContent) => void;

const ToastContext = createContext<ShowToast | null>(null);

/** Loaded with the first toast: a page that shows none does not pay for them. */
const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, dispatch] = useReducer(reduceToasts, []);
  const nextId = useRef(1);
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const timers = removals.current;
    return () => timers.forEach(clearTimeout);
  }, []);

  const show = useCallback<ShowToast>((content) => {
    dispatch({ type: 'added', toast: { ...content, id: nextId.current++, isOpen: true } });
  }, []);
  const dismiss = useCallback((id: number) => {
    dispatch({ type: 'dismissed', id });
    removals.current.add(setTimeout(() => dispatch({ type: 'removed', id }), toastRemovalDelayMs));
  }, []);

  return (
    <ToastContext value={show}>
      {children}
      {toasts.length > 0 && (
        <Suspense>
          <Toaster toasts={toasts} onDismiss={dismiss} />
        </Suspense>
      )}
    </ToastContext>
  );
}

export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('a component was rendered outside ToastProvider');
  return show;
}
