import type { ExtractionErrorCode, SourceKind } from '#threads/contract.ts';
import { gif, type MediaFile, voice } from '../media-files.ts';
import type { Content, PostPlan } from '../post-plan.ts';
import { asUsual, type ExpectedItem, expectFile, type ScenePlan } from '../scene.ts';

export function filesOf(content: Content): MediaFile[] {
  switch (content.kind) {
    case 'photo':
      return [content.picture.file];
    case 'video':
      return [content.clip.file];
    case 'carousel':
      return content.items.map((item) => item.file);
    case 'gif':
      return [gif.file];
    case 'voice':
      return [voice];
    default:
      return [];
  }
}

export function itemsOf(post: PostPlan, kind: SourceKind): ExpectedItem[] {
  return filesOf(post.content).map((file) => expectFile(file, kind, post.author.username));
}

type SceneOptions = Partial<Omit<ScenePlan, 'title' | 'post' | 'expected'>>;

function hasPicture(post: PostPlan): boolean {
  return ['photo', 'video', 'carousel'].includes(post.content.kind);
}

/** A scene that ends with media: by default the asked post's own. */
export function showing(
  title: string,
  post: PostPlan,
  items: ExpectedItem[] = itemsOf(post, 'own'),
  options: SceneOptions = {},
): ScenePlan {
  return { title, post, answers: asUsual, ogPicture: hasPicture(post), expected: { items }, ...options };
}

/** A scene that ends with an error. */
export function failing(
  title: string,
  post: PostPlan,
  code: ExtractionErrorCode,
  options: SceneOptions = {},
): ScenePlan {
  return { title, post, answers: asUsual, ogPicture: false, expected: { code }, ...options };
}
