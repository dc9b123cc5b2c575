import type { ExtractionErrorCode, SourceKind } from '#threads/contract.ts';
import { gif, type MediaFile, voice } from '../media-files.ts';
import type { Content, PostPlan } from '../post-plan.ts';
import { defaultResponses, type ExpectedItem, expectFile, type ScenePlan } from '../scene.ts';

export function listFiles(content: Content): MediaFile[] {
  switch (content.kind) {
    case 'photo':
      return [content.image.file];
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

export function expectItems(post: PostPlan, kind: SourceKind): ExpectedItem[] {
  return listFiles(post.content).map((file) => expectFile(file, kind, post.author.username));
}

type SceneOptions = Partial<Omit<ScenePlan, 'title' | 'post' | 'expected'>>;

function hasImage(post: PostPlan): boolean {
  return ['photo', 'video', 'carousel'].includes(post.content.kind);
}

export function mediaScene(
  title: string,
  post: PostPlan,
  items: ExpectedItem[] = expectItems(post, 'own'),
  options: SceneOptions = {},
): ScenePlan {
  return {
    title,
    post,
    responses: defaultResponses,
    hasOgImage: hasImage(post),
    expected: { items },
    ...options,
  };
}

export function errorScene(
  title: string,
  post: PostPlan,
  code: ExtractionErrorCode,
  options: SceneOptions = {},
): ScenePlan {
  return { title, post, responses: defaultResponses, hasOgImage: false, expected: { code }, ...options };
}
