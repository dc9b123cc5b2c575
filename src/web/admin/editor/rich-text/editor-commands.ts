import type { ChainedCommands, Editor } from '@tiptap/core';
import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Heading1 from 'lucide-react/icons/heading-1';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import ImageIcon from 'lucide-react/icons/image';
import Italic from 'lucide-react/icons/italic';
import LinkIcon from 'lucide-react/icons/link';
import List from 'lucide-react/icons/list';
import ListOrdered from 'lucide-react/icons/list-ordered';
import Minus from 'lucide-react/icons/minus';
import Redo from 'lucide-react/icons/redo-2';
import SquareCode from 'lucide-react/icons/square-code';
import Strikethrough from 'lucide-react/icons/strikethrough';
import TableIcon from 'lucide-react/icons/table';
import TextQuote from 'lucide-react/icons/text-quote';
import Undo from 'lucide-react/icons/undo-2';
import type { ComponentProps, ComponentType } from 'react';
import type { MessageKey } from '#i18n/translator.ts';

export type EditorDialogKind = 'link' | 'image';

export interface EditorCommand {
  id: string;
  label: MessageKey;
  Icon: ComponentType<ComponentProps<'svg'>>;
  /** Only for commands that can be on or off. */
  isActive?(editor: Editor): boolean;
  isPossible?(editor: Editor): boolean;
  run(editor: Editor, openDialog: (kind: EditorDialogKind) => void): void;
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
  id: `heading-${level}`,
  label,
  Icon,
  isActive: (editor) => editor.isActive('heading', { level }),
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
});

/** Groups in toolbar order. */
export const editorCommands: EditorCommand[][] = [
  [
    toggleCommand('bold', 'admin.text.bold', Bold, 'bold', (chain) => chain.toggleBold()),
    toggleCommand('italic', 'admin.text.italic', Italic, 'italic', (chain) => chain.toggleItalic()),
    toggleCommand('strike', 'admin.text.strike', Strikethrough, 'strike', (chain) => chain.toggleStrike()),
    toggleCommand('code', 'admin.text.code', Code, 'code', (chain) => chain.toggleCode()),
    {
      id: 'link',
      label: 'admin.text.link',
      Icon: LinkIcon,
      isActive: (editor) => editor.isActive('link'),
      run: (_editor, openDialog) => openDialog('link'),
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
    {
      id: 'image',
      label: 'admin.text.image',
      Icon: ImageIcon,
      run: (_editor, openDialog) => openDialog('image'),
    },
    {
      id: 'table',
      label: 'admin.text.table',
      Icon: TableIcon,
      isPossible: (editor) => !editor.isActive('table'),
      run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
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
      id: 'undo',
      label: 'admin.text.undo',
      Icon: Undo,
      isPossible: (editor) => editor.can().undo(),
      run: (editor) => editor.chain().focus().undo().run(),
    },
    {
      id: 'redo',
      label: 'admin.text.redo',
      Icon: Redo,
      isPossible: (editor) => editor.can().redo(),
      run: (editor) => editor.chain().focus().redo().run(),
    },
  ],
];

export const allEditorCommands = editorCommands.flat();
