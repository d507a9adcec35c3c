import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Record<string, unknown>;
}
interface Workflow {
  readonly on: Record<string, unknown>;
  readonly permissions: Record<string, string>;
  readonly jobs: Record<
    string,
    {
      readonly permissions: Record<string, string>;
      readonly 'timeout-minutes': number;
      readonly steps: readonly Step[];
    }
  >;
}

const folder = '.github/workflows';
const texts = Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const workflows = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parse(text) as Workflow]));
const release = workflows['release.yml'] as Workflow;
const ci = workflows['ci.yml'] as Workflow;
const jobs = Object.entries(workflows).flatMap(([file, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ ...job, name: `${file} ${name}` })),
);
const steps = jobs.flatMap(({ steps }) => steps);

describe('the workflows', () => {
  test('are these, begun by a pull request, by main or by a version tag', () => {
    expect(Object.keys(workflows).sort()).toEqual(['ci.yml', 'release.yml']);
    expect(ci.on).toEqual({ pull_request: null, push: { branches: ['main'] } });
    expect(release.on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } });
  });

  test('may do no more than each job needs', () => {
    expect([ci.permissions, release.permissions]).toEqual([{ contents: 'read' }, {}]);
    expect(Object.fromEntries(jobs.map(({ name, permissions }) => [name, permissions]))).toEqual({
      'ci.yml test': { contents: 'read' },
      'release.yml test': { contents: 'read' },
      'release.yml again': { contents: 'read' },
      'release.yml publish': { 'id-token': 'write' },
      'release.yml announce': { contents: 'write' },
    });
  });

  test('use actions by their commit, with the version beside it', () => {
    const used = Object.values(texts).flatMap((text) => [...text.matchAll(/uses: *(.*)/g)].map(([, action]) => action));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((action) => !/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action ?? ''))).toEqual([]);
  });

  test('hold no secret, leave no credential in a checkout, and end by themselves', () => {
    for (const text of Object.values(texts)) expect(text).not.toMatch(/secrets\s*[.[]|NPM_TOKEN|NODE_AUTH_TOKEN/);
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts.map((step) => step.with?.['persist-credentials'])).toEqual(checkouts.map(() => false));
    expect(jobs.filter((job) => !(job['timeout-minutes'] <= 60))).toEqual([]);
  });

  test('put nothing that others wrote into a script: values come by the environment only', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
    for (const text of Object.values(texts)) expect(text).not.toMatch(/\$\{\{[^}]*github\.(event|head_ref)/);
  });

  test('try a change and a release by the same command', () => {
    for (const workflow of [ci, release])
      expect(workflow.jobs.test?.steps.filter(({ run }) => run === '.ci/run')).toHaveLength(1);
  });

  test('publish from a job that takes the tarball and runs nothing of ours', () => {
    const publishing = release.jobs.publish?.steps ?? [];
    expect(publishing.map(({ uses, name }) => name ?? uses?.split('@')[0])).toEqual([
      'actions/setup-node',
      'actions/download-artifact',
      'Check the sum and publish',
    ]);
    expect(publishing.at(-1)?.run).not.toMatch(/npm (ci|install|run|exec|pack)|npx|node /);
  });
});

describe('the steps of a release', () => {
  const place = mkdtempSync(join(tmpdir(), 'repaykit-release-'));
  afterAll(() => rmSync(place, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: place,
      stdio: 'pipe',
    });
  const script = (job: string, name: string) =>
    release.jobs[job]?.steps.find((step) => step.name === name)?.run ?? 'exit 9';
  const run = (text: string, env: Record<string, string>) =>
    execFileSync('bash', ['-c', text], {
      cwd: place,
      env: { ...process.env, ...env },
      stdio: 'pipe',
      encoding: 'utf8',
    });

  test('stop where tag, version, log and branch do not agree', () => {
    git('init', '-q', '-b', 'main');
    const state = (version: string, heading: string) => {
      writeFileSync(join(place, 'package.json'), JSON.stringify({ version }));
      writeFileSync(join(place, 'CHANGELOG.md'), `# Changelog\n\n${heading}\n\nNews.\n`);
    };
    state('0.2.0', '## [0.2.0] - 2027-01-31');
    git('add', '.');
    git('commit', '-qm', 'one');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const agree = (tag: string) => run(script('test', 'Tag, version, log and branch agree'), { GITHUB_REF_NAME: tag });
    agree('v0.2.0');
    expect(() => agree('v0.2.1')).toThrow('the tag v0.2.1 is not v0.2.0');
    state('0.2.0', '## [0.2.0] - unreleased');
    expect(() => agree('v0.2.0')).toThrow('no dated entry for 0.2.0');
    state('0.2.0', '## [0.2.0] - 2027-01-31');
    git('commit', '-q', '--allow-empty', '-m', 'aside');
    expect(() => agree('v0.2.0')).toThrow('the tag is not on main');
  });

  test('publish the tarball that was tested, and no other', () => {
    writeFileSync(join(place, 'npm'), '#!/bin/sh\necho "$@"\n');
    chmodSync(join(place, 'npm'), 0o755);
    writeFileSync(join(place, 'repaykit-0.2.0.tgz'), 'tested');
    const SHA256 =
      execFileSync('sha256sum', ['repaykit-0.2.0.tgz'], { cwd: place, encoding: 'utf8' }).split(' ')[0] ?? '';
    const publish = () =>
      run(script('publish', 'Check the sum and publish'), {
        FILE: 'repaykit-0.2.0.tgz',
        SHA256,
        PATH: `${place}:${process.env.PATH}`,
      });
    expect(publish()).toContain('publish ./repaykit-0.2.0.tgz --ignore-scripts --provenance --access public');
    writeFileSync(join(place, 'repaykit-0.2.0.tgz'), 'another');
    expect(publish).toThrow('did NOT match');
  });
});
