import type { Expected, ScenePlan } from './scene.ts';
import { deliveryScenes, mediaScenes, nestedScenes } from './scenes/post-scenes.ts';
import { responseScenes } from './scenes/response-scenes.ts';
import { threadScenes } from './scenes/thread-scenes.ts';

const plans = { ...mediaScenes, ...nestedScenes, ...threadScenes, ...responseScenes, ...deliveryScenes };

export type SceneName = keyof typeof plans;

export interface Scene {
  name: SceneName;
  /** Shortcode, which selects the scene. */
  code: string;
  username: string;
  link: string;
  title: string;
  expected: Expected;
  expectedThread?: ScenePlan['expectedThread'];
}

export const sceneNames = Object.keys(plans) as SceneName[];

function describe(name: SceneName): Scene {
  const { post, title, expected, expectedThread }: ScenePlan = plans[name];
  const username = post.author.username;
  const link = `https://www.threads.com/@${username}/post/${post.code}`;
  return {
    name,
    code: post.code,
    username,
    link,
    title,
    expected,
    ...(expectedThread && { expectedThread }),
  };
}

export const scenes = Object.fromEntries(sceneNames.map((name) => [name, describe(name)])) as Record<
  SceneName,
  Scene
>;

/** Links in the format of the app's share sheet. */
export const shareLinks = {
  photo: 'https://www.threads.com/share/BAdemoPh01/',
  carouselVideos: 'https://www.threads.com/share/_BdemoAl05/',
  gone: 'https://www.threads.com/share/BAdemoGone/',
  quote: 'https://www.threads.com/share/BAdemoQu01/',
} satisfies Partial<Record<SceneName, string>>;

export const allPlans: ScenePlan[] = sceneNames.map((name) => plans[name]);

/** Every post of a thread has its own page. */
export const allPages: ScenePlan[] = allPlans.flatMap((plan) => [
  plan,
  ...(plan.thread ?? []).filter((post) => post !== plan.post).map((post) => ({ ...plan, post })),
]);

const planByCode = new Map(allPages.map((plan) => [plan.post.code, plan]));

export function findPlanByCode(code: string): ScenePlan | undefined {
  return planByCode.get(code);
}

export function findPlanByShareToken(token: string): ScenePlan | undefined {
  const found = Object.entries(shareLinks).find(([, link]) => link.endsWith(`/${token}/`));
  return found ? plans[found[0] as SceneName] : undefined;
}
