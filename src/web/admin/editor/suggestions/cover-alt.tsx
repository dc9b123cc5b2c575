import { useEffect, useId, useRef } from 'react';
import { useTranslator } from '../../../translator.tsx';
import type { EditorContext } from '../editor-context.ts';
import { AltButtons, AltSuggestion, useAltText } from './alt-suggestion.tsx';
import { htmlToPlainText } from './plain-text.ts';

const contextLength = 1000;

/** Suggests an alt text for the cover, from the title, the excerpt and the beginning of the text. */
export default function CoverAlt({ context, onClose }: { context: EditorContext; onClose(): void }) {
  const t = useTranslator();
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  const { data, draft, locale } = context;
  const { title, excerpt, content, featured_image_url: url, featured_image_alt: current } = draft.fields;
  const state = useAltText(
    {
      locale,
      src: url ?? '',
      title,
      caption: '',
      before: excerpt,
      after: htmlToPlainText(content).slice(0, contextLength),
    },
    data.models.text,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the buttons change with the state
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [state.kind]);
  const accept = (alt: string) => {
    draft.change({ featured_image_alt: alt });
    onClose();
  };
  return (
    <section
      ref={panel}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="w-full rounded-2xl border border-line bg-surface p-4"
    >
      <h3 id={id} className="font-bold">
        {t('admin.ai.alt')}
      </h3>
      <AltSuggestion state={state} current={current} />
      <AltButtons
        isRunning={state.kind === 'running'}
        className="min-h-11 text-sm"
        onAccept={state.kind === 'ready' ? () => accept(state.alt) : null}
        onClose={onClose}
      />
    </section>
  );
}
