import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseSettings } from './settings.ts';
import type { Variable } from './variable-schemas.ts';
import { variables } from './variables.ts';

const root = '/srv/lightstick';

describe('.env.example', () => {
  const text = readFileSync(new URL('../../../../.env.example', import.meta.url), 'utf8');

  it('has every setting, and no other', () => {
    const named = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    const build = readFileSync(new URL('../../../web/src/vite-env.d.ts', import.meta.url), 'utf8');
    const ofBuild = build.match(/\bVITE_[A-Z_]+/g) ?? [];
    const compose = readFileSync(new URL('../../../../compose.yaml', import.meta.url), 'utf8');
    const ofContainers = [
      'COMPOSE_PROFILES',
      ...[...compose.matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name]) => name),
    ];
    expect(ofContainers.length).toBeGreaterThan(10);
    expect(new Set(named)).toEqual(new Set([...Object.keys(variables), ...ofBuild, ...ofContainers]));
    expect(named).toHaveLength(new Set(named).size);
  });

  const written = parseEnv(text) as Record<string, string>;
  const production = {
    NODE_ENV: 'production',
    SERVER_SECRET: 'a secret that only tests know, 44 letters.',
    PUBLIC_URL: 'https://vote.example.com',
    SMTP_URL: 'smtp://mail.example.com',
  };

  it('changes nothing while every line is switched off, in production too', () => {
    expect(parseSettings(written, root)).toEqual(parseSettings({}, root));
    expect(parseSettings({ ...production, ...written }, root)).toEqual(parseSettings(production, root));
  });

  it('shows the defaults', () => {
    const switchedOn = parseEnv(text.replaceAll(/^# (?=[A-Z][A-Z0-9_]+=)/gm, '')) as Record<string, string>;
    const defaults = Object.entries<Variable>(variables).flatMap(([name, { schema }]) => {
      const standard = schema.parse(undefined);
      return standard === undefined ? [] : [{ name, standard }];
    });
    expect(defaults.length).toBeGreaterThan(20);
    const shown = defaults.map(({ name }) => {
      return { name, standard: (variables as Record<string, Variable>)[name]?.schema.parse(switchedOn[name]) };
    });
    expect(shown).toEqual(defaults);
    const contentDir = switchedOn['CONTENT_DIR'];
    expect(contentDir && parseSettings({ CONTENT_DIR: contentDir }, root)).toEqual(parseSettings({}, root));
  });
});
