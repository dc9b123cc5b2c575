import type { ChainedCommands, Editor, Extensions } from '@tiptap/core';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import Bold from 'lucide-react/icons/bold';
import FaqIcon from 'lucide-react/icons/circle-question-mark';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Code from 'lucide-react/icons/code';
import Download from 'lucide-react/icons/download';
import GalleryThumbnails from 'lucide-react/icons/gallery-thumbnails';
import Heading1 from 'lucide-react/icons/heading-1';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import ImageIcon from 'lucide-react/icons/image';
import Info from 'lucide-react/icons/info';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListCollapse from 'lucide-react/icons/list-collapse';
import ListOrdered from 'lucide-react/icons/list-ordered';
import MessageSquareQuote from 'lucide-react/icons/message-square-quote';
import Minus from 'lucide-react/icons/minus';
import Redo from 'lucide-react/icons/redo-2';
import Search from 'lucide-react/icons/search';
import Sparkles from 'lucide-react/icons/sparkles';
import SquareCode from 'lucide-react/icons/square-code';
import ButtonIcon from 'lucide-react/icons/square-mouse-pointer';
import SquarePlay from 'lucide-react/icons/square-play';
import Strikethrough from 'lucide-react/icons/strikethrough';
import FootnoteIcon from 'lucide-react/icons/superscript';
import TableIcon from 'lucide-react/icons/table';
import TextQuote from 'lucide-react/icons/text-quote';
import Undo from 'lucide-react/icons/undo-2';
import type { ComponentProps, ComponentType } from 'react';
import type { Locale } from '#i18n/locales.ts';
import type { MessageKey, Translator } from '#i18n/translator.ts';
import { ButtonLink } from './extensions/button-link.ts';
import { Callout } from './extensions/callout.ts';
import { Details, emptyDetails, placeInSummary, Summary } from './extensions/details.ts';
import { emptyFaq, Faq } from './extensions/faq.ts';
import { canInsertFootnote, footnoteNodes, insertFootnote } from './extensions/footnotes.ts';
import type { ImageUploader, ImageUploads } from './extensions/images/image-uploads.ts';
import { insertTable } from './table/table-nodes.ts';

export type EditorDialogKind =
  | 'link'
  | 'image'
  | 'find'
  | 'ai'
  | 'alt'
  | 'threads-post'
  | 'download-field'
  | 'gallery'
  | 'embed'
  | 'clip';

/** What the dialogs and panels of the editor are given. */
export interface EditorDialogProps {
  editor: Editor;
  /** Of the text. */
  locale: Locale;
  jobs: ImageUploads;
  /** Reports failures itself. */
  upload: ImageUploader['upload'];
  hasModel: boolean;
  /** null for a post that isn't saved yet. */
  postId: string | null;
  onClose(): void;
}

export interface EditorCommand {
  id: string;
  label: MessageKey;
  Icon: ComponentType<ComponentProps<'svg'>>;
  /** Of what it inserts, unless that is part of TipTap's kit or has no command of its own. */
  nodes?(t: Translator): Extensions;
  /** Only for commands that can be on or off. */
  isActive?(editor: Editor): boolean;
  isPossible?(editor: Editor): boolean;
  run(editor: Editor, openDialog: (kind: EditorDialogKind) => void): void;
}

function dialogCommand(id: EditorDialogKind, label: MessageKey, Icon: EditorCommand['Icon']): EditorCommand {
  return { id, label, Icon, run: (_editor, openDialog) => openDialog(id) };
}

/** A command that turns the mark or block `type` on and off. */
function toggleCommand(
  id: string,
  label: MessageKey,
  Icon: EditorCommand['Icon'],
  type: string,
  toggle: (chain: ChainedCommands) => ChainedCommands,
): EditorCommand {
  return {
    id,
    label,
    Icon,
    isActive: (editor) => editor.isActive(type),
    run: (editor) => toggle(editor.chain().focus()).run(),
  };
}

const headingCommand = (level: 1 | 2 | 3, Icon: EditorCommand['Icon'], label: MessageKey): EditorCommand => ({
  ...toggleCommand(`heading-${level}`, label, Icon, 'heading', (chain) => chain.toggleHeading({ level })),
  isActive: (editor) => editor.isActive('heading', { level }),
});

function toggleButton(chain: ChainedCommands, editor: Editor): ChainedCommands {
  if (editor.isActive('buttonLink')) return chain.setNode('paragraph');
  const { parent } = editor.state.selection.$from;
  const marks = parent.children.flatMap((node) => node.marks);
  const { href, target } = marks.find(({ type }) => type.name === 'link')?.attrs ?? {};
  return chain.setNode('buttonLink', href === undefined ? {} : { href, target });
}

/** Groups in toolbar order. */
export const editorCommands: EditorCommand[][] = [
  [
    toggleCommand('bold', 'admin.text.bold', Bold, 'bold', (chain) => chain.toggleBold()),
    toggleCommand('italic', 'admin.text.italic', Italic, 'italic', (chain) => chain.toggleItalic()),
    toggleCommand('strike', 'admin.text.strike', Strikethrough, 'strike', (chain) => chain.toggleStrike()),
    toggleCommand('code', 'admin.text.code', Code, 'code', (chain) => chain.toggleCode()),
    {
      ...dialogCommand('link', 'admin.text.link', LinkIcon),
      isActive: (editor) => editor.isActive('link'),
    },
  ],
  [
    headingCommand(1, Heading1, 'admin.text.heading_1'),
    headingCommand(2, Heading2, 'admin.text.heading_2'),
    headingCommand(3, Heading3, 'admin.text.heading_3'),
  ],
  [
    toggleCommand('bullet-list', 'admin.text.bullet_list', List, 'bulletList', (chain) =>
      chain.toggleBulletList(),
    ),
    toggleCommand('ordered-list', 'admin.text.ordered_list', ListOrdered, 'orderedList', (chain) =>
      chain.toggleOrderedList(),
    ),
    toggleCommand('quote', 'admin.text.quote', TextQuote, 'blockquote', (chain) => chain.toggleBlockquote()),
    toggleCommand('code-block', 'admin.text.code_block', SquareCode, 'codeBlock', (chain) =>
      chain.toggleCodeBlock(),
    ),
  ],
  [
    dialogCommand('image', 'admin.text.image', ImageIcon),
    {
      id: 'table',
      label: 'admin.text.table',
      Icon: TableIcon,
      isPossible: (editor) => !editor.isActive('table'),
      run: (editor) => editor.chain().focus().command(insertTable).run(),
    },
    {
      id: 'divider',
      label: 'admin.text.divider',
      Icon: Minus,
      run: (editor) => editor.chain().focus().setHorizontalRule().run(),
    },
  ],
  [
    {
      ...toggleCommand('callout', 'admin.text.callout', Info, 'callout', (chain) =>
        chain.toggleWrap('callout'),
      ),
      nodes: (t) => [Callout.configure({ t })],
    },
    {
      id: 'button',
      label: 'admin.text.button',
      Icon: ButtonIcon,
      nodes: (t) => [ButtonLink.configure({ t })],
      isActive: (editor) => editor.isActive('buttonLink'),
      run: (editor) => toggleButton(editor.chain().focus(), editor).run(),
    },
    {
      id: 'faq',
      label: 'admin.text.faq',
      Icon: FaqIcon,
      nodes: () => [Faq],
      isPossible: (editor) => !editor.isActive('faq'),
      run: (editor) => editor.chain().focus().insertContent(emptyFaq).command(placeInSummary).run(),
    },
    {
      id: 'footnote',
      label: 'admin.text.footnote',
      Icon: FootnoteIcon,
      nodes: () => footnoteNodes,
      isPossible: canInsertFootnote,
      run: insertFootnote,
    },
  ],
  [
    {
      id: 'undo',
      label: 'admin.text.undo',
      Icon: Undo,
      isPossible: ({ state }) => undoDepth(state) > 0,
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      id: 'redo',
      label: 'admin.text.redo',
      Icon: Redo,
      isPossible: ({ state }) => redoDepth(state) > 0,
      run: (editor) => editor.chain().focus().redo().run(),
    },
    dialogCommand('find', 'admin.text.find', Search),
  ],
];

/** In the block menu only. */
export const menuCommands: EditorCommand[] = [
  {
    id: 'details',
    label: 'admin.text.details',
    Icon: ListCollapse,
    nodes: (t) => [Details, Summary.configure({ t })],
    run: (editor) => editor.chain().focus().insertContent(emptyDetails).command(placeInSummary).run(),
  },
  dialogCommand('threads-post', 'admin.threads.post', MessageSquareQuote),
  dialogCommand('download-field', 'admin.text.download_field', Download),
  dialogCommand('gallery', 'admin.text.gallery', GalleryThumbnails),
  dialogCommand('embed', 'admin.text.embed', SquarePlay),
  dialogCommand('clip', 'admin.text.clip', Clapperboard),
];

export const allEditorCommands = editorCommands.flat();

export const selectionCommands = allEditorCommands
  .concat(dialogCommand('ai', 'admin.text.ai', Sparkles))
  .filter(({ id }) =>
    ['bold', 'italic', 'code', 'link', 'heading-2', 'heading-3', 'quote', 'ai'].includes(id),
  );

/** The commands of the slash menu in display order, with additional search terms. */
export const slashMenuTerms: Record<string, string> = {
  'heading-1': 'h1 heading1 title',
  'heading-2': 'h2 heading2',
  'heading-3': 'h3 heading3',
  'bullet-list': 'ul bullets unordered',
  'ordered-list': 'ol numbers ordered numbered',
  quote: 'blockquote',
  'code-block': 'pre codeblock',
  image: 'img picture photo figure',
  table: 'grid',
  'threads-post': 'social tweet',
  'download-field': 'form saver',
  gallery: 'images pictures photos grid',
  clip: 'video audio sound music voice podcast mp3 mp4 file upload',
  embed: 'youtube vimeo video card',
  divider: 'hr line rule',
  callout: 'note tip warning hint admonition alert box',
  button: 'cta link',
  faq: 'questions answers accordion',
  details: 'collapsible toggle spoiler accordion fold',
  footnote: 'endnote annotation source',
};
