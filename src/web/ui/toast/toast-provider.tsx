import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import { toastRemovalDelayMs } from '../../contract.ts';
import { type ToastContent, toastReducer } from './toast-reducer.ts';

interface Toasts {
  show(content: ToastContent): void;
  dismissOpen(): void;
}

const ToastContext = createContext<Toasts | null>(null);

// Loaded with the first toast.
const Toaster = lazy(() => import('./toaster.tsx').then((module) => ({ default: module.Toaster })));

/** `start`: clear of the buttons of a result, which are at the end of the bar above it and in the bar below it. */
export type ToastPlacement = 'start' | 'bottom';

export function ToastProvider({
  placement = 'bottom',
  children,
}: {
  placement?: ToastPlacement;
  children: ReactNode;
}) {
  const [toasts, dispatch] = useReducer(toastReducer, []);
  const nextId = useRef(1);
  const openId = useRef<number | null>(null);
  const removals = useRef(new Set<ReturnType<typeof setTimeout>>());

  useEffect(() => {
    const timers = removals.current;
    return () => timers.forEach(clearTimeout);
  }, []);

  const dismiss = useCallback((id: number) => {
    if (openId.current === id) openId.current = null;
    dispatch({ type: 'dismissed', id });
    removals.current.add(setTimeout(() => dispatch({ type: 'removed', id }), toastRemovalDelayMs));
  }, []);
  const controls = useMemo<Toasts>(
    () => ({
      show(content) {
        const id = nextId.current++;
        openId.current = id;
        dispatch({ type: 'added', toast: { ...content, id, isOpen: true } });
      },
      dismissOpen() {
        if (openId.current !== null) dismiss(openId.current);
      },
    }),
    [dismiss],
  );

  return (
    <ToastContext value={controls}>
      {children}
      {toasts.length > 0 && (
        <Suspense>
          <Toaster toasts={toasts} placement={placement} onDismiss={dismiss} />
        </Suspense>
      )}
    </ToastContext>
  );
}

export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('a component was rendered outside ToastProvider');
  return toasts;
}

export function useToast(): Toasts['show'] {
  return useToasts().show;
}
