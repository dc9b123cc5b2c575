import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import { placeNextTo, usePlacement } from '../menus/place-next-to.ts';
import { findTrackedRange } from './tracked-range.ts';

const placement = { side: 'below', staysInWindow: true } as const;

interface PanelFrameProps {
  title: string;
  /** Spoken when it changes. */
  status: string | null;
  editor: Editor;
  /** With each new one, the focus moves to the element with `data-autofocus`, if there is one. */
  step: string;
  onAccept(): void;
  onClose(): void;
  children: ReactNode;
}

/** A panel next to the tracked range or the selection. It doesn't block the text. */
export function PanelFrame({ title, status, editor, step, onAccept, onClose, children }: PanelFrameProps) {
  const id = useId();
  const panel = useRef<HTMLDialogElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isHere =
      event.target instanceof Node &&
      [panel.current, editor.view.dom].some((part) => part?.contains(event.target as Node));
    if (event.isComposing || !isHere) return;
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onAccept();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  useLayoutEffect(() => {
    panel.current?.show();
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons of the last step are gone
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [step]);
  usePlacement(() => {
    const range = findTrackedRange(editor.state) ?? editor.state.selection;
    if (panel.current) placeNextTo(editor.view, range, panel.current, placement);
  });
  return (
    <dialog
      ref={panel}
      aria-labelledby={id}
      className="fixed start-0 top-0 z-30 m-0 max-h-[min(28rem,60dvh)] w-[min(32rem,calc(100vw-1rem))] overflow-y-auto overscroll-contain rounded-2xl border border-line bg-surface p-4 text-ink shadow-2xl"
    >
      <h2 id={id} className="font-bold">
        {title}
      </h2>
      <p role="status" className="sr-only">
        {status}
      </p>
      {children}
    </dialog>
  );
}
