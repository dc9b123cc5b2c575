import { lazy, memo, type RefObject, Suspense, useCallback, useState } from 'react';
import type { StoredImage } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { PostHtml } from '../../blog/post-html.tsx';
import '../../blog/prose.css';
import { useTranslator } from '../../translation.tsx';
import { useToast } from '../../ui/toast-provider.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { type AdminApiResult, adminApi } from '../desk-client.ts';
import { adminApiErrorMessage } from '../desk-refusal-text.ts';
import type { EditorContext } from './editor-parts.ts';
import { ReadingTime } from './read-time.tsx';
import type { RichTextEditorHandle } from './text/text-editor.tsx';

/** The editor reads its HTML once, so changes of other fields must not re-render it. */
const TextEditor = memo(lazy(() => import('./text/text-editor.tsx')));

export function ContentField({ context }: { context: EditorContext }) {
  const t = useTranslator();
  const isHydrated = useHydrated();
  const { data, draft, locale } = context;
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
          <Text key={draft.epoch} context={context} handle={context.text} />
        </Suspense>
      ) : (
        <TextPlaceholder />
      )}
      {isHydrated && <ReadingTime html={content} />}
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

function Text({
  context,
  handle,
}: {
  context: EditorContext;
  handle: RefObject<RichTextEditorHandle | null>;
}) {
  const t = useTranslator();
  const show = useToast();
  const { change, fields } = context.draft;
  const [initialHtml] = useState(fields.content);
  const store = useCallback(
    async (request: AdminApiResult<StoredImage>) => {
      const result = await request;
      if (result.ok) return result.value;
      const description = adminApiErrorMessage(t, result.error);
      show({ title: t('admin.editor.image_failed'), description, tone: 'destructive' });
      return null;
    },
    [t, show],
  );
  return (
    <TextEditor
      ref={handle}
      html={initialHtml}
      locale={context.locale}
      label={t('admin.editor.content')}
      onChange={useCallback((html: string) => change({ content: html }), [change])}
      upload={useCallback((file: Blob) => store(adminApi.uploadImage(file)), [store])}
      fetchImage={useCallback((url: string) => store(adminApi.fetchImage(url)), [store])}
    />
  );
}
