import Link from 'lucide-react/icons/link';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useTranslator } from '../translator.tsx';

/** Accepts a link or text dropped anywhere on the page, unless the drag started on the page itself. */
export function DropZone({
  isInternalDrag,
  onText,
}: {
  isInternalDrag: RefObject<boolean>;
  onText: (text: string) => void;
}) {
  const t = useTranslator();
  const [isOver, setIsOver] = useState(false);
  const handleText = useEffectEvent(onText);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      handler: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, handler, { signal });
    const isAccepted = (event: DragEvent) =>
      !isInternalDrag.current && hasText(event) && !isOtherField(event.target);

    listen('dragover', (event) => {
      setIsOver(isAccepted(event));
      if (!isAccepted(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      setIsOver(false);
      if (!isAccepted(event)) return;
      event.preventDefault();
      const { dataTransfer } = event;
      const texts = ['text/uri-list', 'text/plain'].map((type) => dataTransfer?.getData(type).trim() ?? '');
      // A dragged link has both types.
      handleText([...new Set(texts)].filter((text) => text !== '').join('\n'));
    });
    return () => controller.abort();
  }, [isInternalDrag]);

  if (!isOver) return null;
  return (
    <div
      aria-hidden="true"
      data-drop="over"
      className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-3xl border-4 border-dashed border-accent bg-paper/90"
    >
      <p className="flex items-center gap-3 px-6 text-2xl font-bold text-accent">
        <Link className="size-8 shrink-0" />
        {t('batch.drop')}
      </p>
    </div>
  );
}

function hasText({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return !types.includes('Files') && (types.includes('text/uri-list') || types.includes('text/plain'));
}

/** Other fields keep the browser's default drop behavior. */
function isOtherField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea')?.matches(':not(#link)') === true;
}
