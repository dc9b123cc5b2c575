interface ReleaseNotes {
  version: string;
  commit: string;
  /** Of the archive, without extension. */
  name: string;
  lowestNode: readonly string[];
  /** What built it. */
  node: string;
  npm: string;
  /** Subjects of the commits since the previous tag; null: there is none. */
  changes: readonly string[] | null;
}

const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n');

export function formatNotes({ version, commit, name, lowestNode, node, npm, changes }: ReleaseNotes): string {
  return `# Unspool ${version}

Commit ${commit}.

## Run it

You need Node ${lowestNode.join(', ')} or a later version of these lines. Nothing else is installed, and nothing is downloaded.

\`\`\`sh
sha256sum --check --ignore-missing ${name}.sha256
tar -xzf ${name}.tar.gz
node ${name}/build/server/main.js
\`\`\`

The site is at http://localhost:3000. The data is stored in the folder \`data\` of the folder where you start it, or in \`DATA_DIR\`.

## Files

| File | Content |
| --- | --- |
| \`${name}.tar.gz\` | The app with its packages, for one platform |
| \`${name}.cdx.json\` | All packages with versions and hashes (SBOM, CycloneDX) |
| \`${name}.licenses.txt\` | The licenses of these packages, also in the archive |
| \`${name}.sha256\` | SHA-256 checksums of all files |

They were built by Node ${node} and npm ${npm}. On the same platform and with these versions, the same commit gives the same bytes. Check it out and compare the checksums of what this writes to \`release/\`:

\`\`\`sh
npm ci --ignore-scripts && rm -f node_modules/.bin/node
node scripts/release.ts --dry-run
\`\`\`

## Changes

${changes ? list(changes) : 'This is the first release.'}
`;
}
