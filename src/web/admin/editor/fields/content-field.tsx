import '../../../ui/post/prose.css';
import { lazy, memo, Suspense, useCallback, useEffect, useState } from 'react';
import type { StoredImage } from '#blog/contract.ts';
import { localeTags } from '#i18n/locales.ts';
import { countWords, readingMinutes } from '#i18n/reading-time.ts';
import { useHydrated } from '../../../browser/use-hydrated.ts';
import { useTranslator } from '../../../translator.tsx';
import { PostHtml } from '../../../ui/post/post-html.tsx';
import { useToast } from '../../../ui/toast/toast-provider.tsx';
import { type AdminApiResult, adminApi, adminApiErrorMessage } from '../../admin-api.ts';
import type { EditorContext } from '../editor-context.ts';

const debounceMs = 500;
const inlineElements = new Set(['a', 'strong', 'em', 'u', 's', 'sub', 'sup', 'code', 'span', 'img']);

function ReadingTime({ html }: { html: string }) {
  const t = useTranslator();
  const [count, setCount] = useState(() => estimateMinutes(html));
  useEffect(() => {
    const timer = setTimeout(() => setCount(estimateMinutes(html)), debounceMs);
    return () => clearTimeout(timer);
  }, [html]);
  return <p className="mt-2 text-sm text-muted">{t('admin.editor.read_time', { count })}</p>;
}

function estimateMinutes(html: string): number {
  return readingMinutes(countWords(extractText(new DOMParser().parseFromString(html, 'text/html').body)));
}

/** Block elements separate words, inline elements don't. */
function extractText(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
  const text = Array.from(node.childNodes, extractText).join('');
  return inlineElements.has(node.nodeName.toLowerCase()) ? text : `\n${text}\n`;
}

/** The editor reads its HTML once, so changes of other fields must not re-render it. */
const RichTextEditor = memo(lazy(() => import('../rich-text/rich-text-editor.tsx')));

export function ContentField({ context }: { context: EditorContext }) {
  const isHydrated = useHydrated();
  const { data, draft, locale } = context;
  const { content } = draft.fields;
  return (
    <div>
      {!data.mayEdit ? (
        <div lang={localeTags[locale]} className="rounded-2xl border border-line bg-surface p-5">
          <PostHtml html={content} />
        </div>
      ) : isHydrated ? (
        <Suspense fallback={<TextPlaceholder />}>
          <ContentEditor key={draft.epoch} context={context} />
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

function ContentEditor({ context: { data, draft, locale, text } }: { context: EditorContext }) {
  const t = useTranslator();
  const show = useToast();
  const { change, fields } = draft;
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
    <RichTextEditor
      ref={text}
      html={initialHtml}
      locale={locale}
      label={t('admin.editor.content')}
      hasTextModel={data.models.text}
      postId={draft.document?.id ?? null}
      onChange={useCallback((html: string) => change({ content: html }), [change])}
      upload={useCallback((file: Blob) => store(adminApi.uploadImage(file)), [store])}
      fetchImage={useCallback((url: string) => store(adminApi.fetchImage(url)), [store])}
    />
  );
}
