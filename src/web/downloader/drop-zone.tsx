import Link from 'lucide-react/icons/link';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslator } from '../translation.tsx';

/** Takes a link, or a text with links, that is dropped anywhere on the page. What is dragged within the page is left alone. */
export function DropZone({
  isOwn,
  onText,
}: {
  /** Whether what is dragged is of this page. */
  isOwn: RefObject<boolean>;
  onText: (text: string) => void;
}) {
  const t = useTranslator();
  const [isOver, setIsOver] = useState(false);
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const listen = <Name extends keyof DocumentEventMap>(
      name: Name,
      act: (event: DocumentEventMap[Name]) => void,
    ) => document.addEventListener(name, act, { signal });
    const isOurs = (event: DragEvent) => !isOwn.current && holdsText(event) && !isOtherField(event.target);

    listen('dragover', (event) => {
      setIsOver(isOurs(event));
      if (!isOurs(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    });
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setIsOver(false);
    });
    listen('drop', (event) => {
      setIsOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      const { dataTransfer } = event;
      const texts = ['text/uri-list', 'text/plain'].map((type) => dataTransfer?.getData(type).trim() ?? '');
      // A dragged link comes as both.
      latest.current([...new Set(texts)].filter((text) => text !== '').join('\n'));
    });
    return () => controller.abort();
  }, [isOwn]);

  if (!isOver) return null;
  return (
    <div
      aria-hidden="true"
      data-drop="over"
      className="pointer-events-none fixed inset-3 z-30 grid place-items-center rounded-3xl border-4 border-dashed border-accent bg-paper/90"
    >
      <p className="flex items-center gap-3 px-6 text-2xl font-bold text-accent">
        <Link className="size-8 shrink-0" />
        {t('several.drop')}
      </p>
    </div>
  );
}

function holdsText({ dataTransfer }: DragEvent): boolean {
  const types = dataTransfer?.types ?? [];
  return !types.includes('Files') && (types.includes('text/uri-list') || types.includes('text/plain'));
}

/** Into any other field a text is dropped as ever. */
function isOtherField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea')?.matches(':not(#link)') === true;
}
