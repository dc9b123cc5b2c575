import { createRandom } from '../support/stress.ts';

/** How often a step of this kind is taken, compared with the others. */
const weights = {
  create: 30,
  createTwice: 10,
  edit: 40,
  autosave: 15,
  publish: 35,
  unpublish: 8,
  saveStale: 10,
  schedule: 20,
  cancelSchedule: 5,
  remove: 10,
  translate: 14,
  cancelRun: 4,
  invite: 10,
  acceptInvitation: 8,
  resetPassword: 8,
  signIn: 8,
  previewLink: 12,
  ticket: 12,
  message: 10,
  upload: 6,
  restart: 4,
  jumpForward: 4,
  jumpBack: 3,
};

export type StepKind = keyof typeof weights;

export interface Crash {
  /** Of what wasn't flushed: a killed process loses nothing. */
  loss: 'all' | 'some' | 'none';
  /** When, between the request (0) and the end of its writes (1); null if at once after the response. */
  at: number | null;
}

export interface Step {
  day: number;
  /** Minutes since the start of the day. */
  minute: number;
  kind: StepKind;
  /** Decide what the step is about. */
  choices: number[];
  /** The process ends while the step is taken, or null. Steps that write nothing ignore it. */
  crash: Crash | null;
}

/** The first steps, so that the others have something to be about. */
const firstKinds: StepKind[] = ['create', 'create', 'publish', 'createTwice'];

const crashProbability = 1 / 15;
const minStepsPerDay = 8;
const maxStepsPerDay = 14;

/** The steps depend on nothing but the seed, and those of a day not on the number of days. */
export function planDays(seed: number, days: number): Step[][] {
  const random = createRandom(Math.imul(seed + 1, 2_654_435_761));
  const kinds = Object.entries(weights) as [StepKind, number][];
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);
  function pickKind(): StepKind {
    let rest = random() * total;
    for (const [kind, weight] of kinds) {
      rest -= weight;
      if (rest < 0) return kind;
    }
    return 'edit';
  }
  const pickCrash = (): Crash | null => {
    const happens = random() < crashProbability;
    const loss = (['none', 'all', 'some'] as const)[Math.floor(random() * 3)] ?? 'none';
    const choice = random();
    return happens ? { loss, at: choice < 0.5 ? choice * 2 : null } : null;
  };
  return Array.from({ length: days }, (_, day) => {
    const count = minStepsPerDay + Math.floor(random() * (maxStepsPerDay - minStepsPerDay + 1));
    const minutes = Array.from({ length: count }, () => Math.floor(random() * 24 * 60)).sort((a, b) => a - b);
    return minutes.map((minute, index) => ({
      day,
      minute,
      kind: (day === 0 && firstKinds[index]) || pickKind(),
      choices: Array.from({ length: 8 }, random),
      crash: pickCrash(),
    }));
  });
}
