import { lazy, memo, type RefObject, Suspense, useCallback, useState } from 'react';
import type { Picture } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { PostHtml } from '../../blog/post-html.tsx';
import '../../blog/prose.css';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { type DeskAnswer, deskClient } from '../desk-client.ts';
import { deskRefusalText } from '../desk-refusal-text.ts';
import type { EditorParts } from './editor-parts.ts';
import { ReadTime } from './read-time.tsx';
import type { TextEditorHandle } from './text/text-editor.tsx';

/** It reads its text once: nothing that is typed elsewhere draws it anew. */
const TextEditor = memo(lazy(() => import('./text/text-editor.tsx')));

/** The text with its reading time. */
export function TextSlot({ parts }: { parts: EditorParts }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { data, draft, locale } = parts;
  const { content } = draft.fields;
  return (
    <div>
      <p className="mb-1.5 font-semibold">{t('admin.editor.content')}</p>
      {!data.mayEdit ? (
        <div lang={localeTags[locale]} className="rounded-2xl border border-line bg-surface p-5">
          <PostHtml html={content} />
        </div>
      ) : isHydrated ? (
        <Suspense fallback={<TextPlaceholder />}>
          <Text key={draft.epoch} parts={parts} handle={parts.text} />
        </Suspense>
      ) : (
        <TextPlaceholder />
      )}
      {isHydrated && <ReadTime html={content} />}
    </div>
  );
}

function TextPlaceholder() {
  return (
    <div
      aria-hidden="true"
      className="h-96 rounded-2xl border border-line bg-sunken motion-safe:animate-pulse"
    />
  );
}

function Text({ parts, handle }: { parts: EditorParts; handle: RefObject<TextEditorHandle | null> }) {
  const t = useTranslator();
  const show = useToast();
  const { change, fields } = parts.draft;
  const [first] = useState(fields.content);
  const take = useCallback(
    async (asked: DeskAnswer<Picture>) => {
      const answer = await asked;
      if (answer.ok) return answer.value;
      const description = deskRefusalText(t, answer.error);
      show({ title: t('admin.editor.image_failed'), description, tone: 'destructive' });
      return null;
    },
    [t, show],
  );
  return (
    <TextEditor
      ref={handle}
      html={first}
      locale={parts.locale}
      label={t('admin.editor.content')}
      onChange={useCallback((html: string) => change({ content: html }), [change])}
      upload={useCallback((file: Blob) => take(deskClient.storePicture(file)), [take])}
      fetchPicture={useCallback((address: string) => take(deskClient.fetchPicture(address)), [take])}
    />
  );
}
