import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useState } from 'react';
import type { StoredImage } from '#blog/contract.ts';
import { useTranslator } from '../../../../translator.tsx';
import { ImageLibrary } from '../../image-library.tsx';
import type { EditorDialogProps } from '../editor-commands.ts';
import { findDepth, insertBlocks } from '../extensions/block-commands.ts';
import { galleryLimits } from '../extensions/images/figure.ts';
import { PromptDialog } from './prompt-dialog.tsx';

type ChosenImage = Pick<StoredImage, 'src'> & Partial<StoredImage>;

/** Inserts a gallery, or adds images to the one at the caret. */
export default function GalleryDialog({ editor, upload, onClose }: EditorDialogProps) {
  const t = useTranslator();
  const [current] = useState(() => findGallery(editor));
  const [images, setImages] = useState<ChosenImage[]>([]);
  const [pendingCount, setPendingCount] = useState(0);
  const [isInvalid, setInvalid] = useState(false);

  const add = (image: ChosenImage) => {
    setInvalid(false);
    setImages((before) => (before.some(({ src }) => src === image.src) ? before : [...before, image]));
  };
  const uploadFiles = async (files: readonly File[]) => {
    setPendingCount((count) => count + files.length);
    for (const file of files) {
      const stored = await upload(file);
      if (stored) add(stored);
      setPendingCount((count) => count - 1);
    }
  };
  const submit = () => {
    const count = images.length + (current?.node.childCount ?? 0);
    if (pendingCount > 0) return;
    if (images.length === 0 || count < galleryLimits.min || count > galleryLimits.max)
      return setInvalid(true);
    insertGallery(editor, current, images);
    onClose();
  };
  return (
    <PromptDialog
      title={t('admin.text.gallery_prompt')}
      error={isInvalid ? t('admin.text.gallery_count') : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errorId) => (
        <>
          <input
            type="file"
            accept="image/*"
            multiple
            className="text-file"
            aria-label={t('admin.text.gallery_prompt')}
            aria-invalid={isInvalid}
            aria-describedby={errorId}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])].slice(0, galleryLimits.max);
              event.target.value = '';
              void uploadFiles(files);
            }}
          />
          <ImageLibrary onPick={(src) => add({ src })} />
          <p role="status" className="text-sm text-muted empty:hidden">
            {pendingCount > 0 && t('admin.text.image_uploading')}
          </p>
          <ul
            aria-label={t('admin.text.gallery')}
            className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2"
          >
            {images.map(({ src }, index) => (
              <li key={src}>
                <button
                  type="button"
                  aria-label={`${t('admin.text.remove_image')} ${index + 1}`}
                  title={t('admin.text.remove_image')}
                  className="block w-full cursor-pointer overflow-hidden rounded-lg border border-line hover:border-accent"
                  onClick={() => setImages(images.filter((image) => image.src !== src))}
                >
                  <img src={src} alt="" className="aspect-square w-full object-cover" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </PromptDialog>
  );
}

interface GalleryPosition {
  node: Node;
  /** After its last figure. */
  end: number;
}

function findGallery({ state: { selection } }: Editor): GalleryPosition | null {
  const depth = findDepth(selection, 'gallery');
  return depth === null ? null : { node: selection.$from.node(depth), end: selection.$from.end(depth) };
}

function insertGallery(
  { schema, view }: Editor,
  current: GalleryPosition | null,
  images: readonly ChosenImage[],
): void {
  const { figure, gallery } = schema.nodes;
  if (!figure || !gallery) return;
  const figures = images.map(({ src, width = null, height = null }) => figure.create({ src, width, height }));
  if (current) view.dispatch(view.state.tr.insert(current.end, figures).scrollIntoView());
  else insertBlocks(view, [gallery.create(null, figures)]);
}
