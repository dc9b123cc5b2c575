import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslator } from '../../../../translator.tsx';
import { useToast } from '../../../../ui/toast/toast-provider.tsx';
import { adminApi, adminApiErrorMessage } from '../../../admin-api.ts';
import type { EditorDialogProps } from '../editor-commands.ts';
import { insertCard } from '../extensions/block-commands.ts';
import { readLinkLine } from '../menus/link-block-menu.ts';
import { PromptDialog, UrlInput } from './prompt-dialog.tsx';

/** Starts at once with the link that is alone on the line. */
export default function ThreadsPostDialog({ editor, locale, onClose }: EditorDialogProps) {
  const t = useTranslator();
  const show = useToast();
  const [lineLink] = useState(() => readLinkLine(editor.state));
  const [link, setLink] = useState(lineLink);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const request = useRef<AbortController>(null);

  const submit = async () => {
    if (request.current) return;
    const controller = new AbortController();
    request.current = controller;
    setBusy(true);
    setError(null);
    try {
      const read = await adminApi.readThreadsPost(link.trim(), locale, controller.signal);
      if (!read.ok) return setError(adminApiErrorMessage(t, read.error));
      const { missingImages, ...card } = read.value;
      insertCard(editor, 'threadsPost', card, lineLink);
      if (missingImages > 0)
        show({
          title: t('admin.editor.image_failed'),
          description: t('admin.threads.missing', { count: missingImages }),
          tone: 'destructive',
        });
      onClose();
    } catch (cause) {
      if (!controller.signal.aborted) throw cause;
    } finally {
      request.current = null;
      setBusy(false);
    }
  };
  const start = useEffectEvent(() => {
    if (lineLink !== '') void submit();
  });
  useEffect(() => {
    start();
    return () => {
      request.current?.abort();
      request.current = null;
    };
  }, []);

  return (
    <PromptDialog
      title={t('admin.threads.prompt')}
      error={error}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {(errorId) => (
        <>
          <UrlInput
            label={t('admin.threads.prompt')}
            isInvalid={error !== null}
            describedBy={errorId}
            value={link}
            onChange={(next) => {
              setLink(next);
              setError(null);
            }}
          />
          <p role="status" className="text-sm text-muted">
            {t(isBusy ? 'admin.threads.reading' : 'admin.threads.hint')}
          </p>
        </>
      )}
    </PromptDialog>
  );
}
