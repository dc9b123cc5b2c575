import type { Expected, ScenePlan } from './scene.ts';
import { answerScenes } from './scenes/answer-scenes.ts';
import { deliveryScenes } from './scenes/delivery-scenes.ts';
import { mediaScenes } from './scenes/media-scenes.ts';
import { nestedScenes } from './scenes/nested-scenes.ts';
import { threadScenes } from './scenes/thread-scenes.ts';

const plans = { ...mediaScenes, ...nestedScenes, ...threadScenes, ...answerScenes, ...deliveryScenes };

export type SceneName = keyof typeof plans;

export interface Scene {
  name: SceneName;
  /** Shortcode; picks the scene. */
  code: string;
  username: string;
  /** Canonical post link. */
  link: string;
  /** One line: what it shows. */
  title: string;
  /** What a right reading gives. */
  expected: Expected;
  /** What a right reading of the whole thread gives, where it is one. */
  whole?: ScenePlan['whole'];
}

export const sceneNames = Object.keys(plans) as SceneName[];

function describe(name: SceneName): Scene {
  const { post, title, expected, whole }: ScenePlan = plans[name];
  const username = post.author.username;
  const link = `https://www.threads.com/@${username}/post/${post.code}`;
  return { name, code: post.code, username, link, title, expected, ...(whole && { whole }) };
}

export const scenes = Object.fromEntries(sceneNames.map((name) => [name, describe(name)])) as Record<
  SceneName,
  Scene
>;

/** Links as the phone app's share sheet gives them; each token leads to one scene. */
export const shareLinks = {
  photo: 'https://www.threads.com/share/BAdemoPh01/',
  carouselVideos: 'https://www.threads.com/share/_BdemoAl05/',
  gone: 'https://www.threads.com/share/BAdemoGone/',
  quote: 'https://www.threads.com/share/BAdemoQu01/',
} satisfies Partial<Record<SceneName, string>>;

export const allPlans: ScenePlan[] = sceneNames.map((name) => plans[name]);

/** Every post of a thread has a page; the scene is named by one of them. */
export const allPages: ScenePlan[] = allPlans.flatMap((plan) => [
  plan,
  ...(plan.thread ?? []).filter((post) => post !== plan.post).map((post) => ({ ...plan, post })),
]);

const planByCode = new Map(allPages.map((plan) => [plan.post.code, plan]));

export function planOfCode(code: string): ScenePlan | undefined {
  return planByCode.get(code);
}

export function planOfShareToken(token: string): ScenePlan | undefined {
  const found = Object.entries(shareLinks).find(([, link]) => link.endsWith(`/${token}/`));
  return found ? plans[found[0] as SceneName] : undefined;
}
