interface ReleaseState {
  version: string;
  /** Output of `git status --porcelain`. */
  changes: string;
  /** Tags of the commit. */
  tags: readonly string[];
  securityPolicy: string;
  latePackages: readonly string[];
  checkedOn: string;
  today: string;
}

const maximumDays = 14;

/** What must not be published yet, and why. */
export function findReleaseProblems(state: ReleaseState): string[] {
  const { version, changes, tags, securityPolicy, latePackages, checkedOn, today } = state;
  const age = (Date.parse(today) - Date.parse(checkedOn)) / 86_400_000;
  return [
    ...(changes.trim() === '' ? [] : ['The checkout has changes that are not committed.']),
    ...(tags.includes(`v${version}`) ? [] : [`The commit has no tag v${version}.`]),
    ...(securityPolicy.includes('none entered yet') ? ['SECURITY.md has no contact.'] : []),
    ...(age > maximumDays
      ? [`Packages were last looked up on ${checkedOn}. Run npm run packages:check.`]
      : []),
    ...latePackages,
  ];
}
