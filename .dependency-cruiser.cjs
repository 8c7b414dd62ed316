/** Which way imports may point. Read each rule as a sentence; each has a test that plants a violation and sees it caught. */

const module_ = '^apps/server/src/modules/([^/]+)/';
const doors = '^apps/server/src/modules/[^/]+/index\\.ts$';
const allModules = '^apps/server/src/modules/index\\.ts$';
const dev = '^apps/server/src/dev/';
const votingFeature = '^apps/web/src/features/(ballots|rankings|quarantine|best7|following)/';
const tests = '\\.(test|spec)\\.tsx?$|/test/';

/**
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no-cycles', 'Files that need each other are one file, or hide a third.', {}, { circular: true }),
    // An address of the build ends in `?url`, which the compiler knows by a declaration.
    forbid('imports-resolve', 'What is imported exists.', {}, { couldNotResolve: true, pathNot: '\\?url$' }),
    forbid(
      'contract-knows-only-zod',
      'The contract is read by everyone, so it brings nothing along.',
      { path: '^packages/contract/src/' },
      { pathNot: ['^packages/contract/src/', 'node_modules/zod/'] },
    ),
    forbid(
      'web-takes-only-types-from-contract',
      'Schemas stay out of the browser; plain values such as error codes, languages and prices, ' +
        'rules of what is typed, and the form of dates do not.',
      { path: '^(apps/web|packages/chance)/src/', pathNot: tests },
      {
        path: '^packages/contract/',
        pathNot:
          '^packages/contract/src/(?:common-passwords|email-address|errors|friendly-date|graphemes|language-of-tag|' +
          'price-steps|screen-routes|stake-estimate|typed-text|zoned-date)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'chance-is-arithmetic',
      'It runs alike in the server and in browsers, so it knows hashes, curves and the forms of proofs, ' +
        'and nothing else.',
      { path: '^packages/chance/src/', pathNot: tests },
      { pathNot: ['^packages/(chance/src|contract)/', 'node_modules/@noble/'] },
    ),
    forbid(
      'signatures-of-drand-are-loaded-on-demand',
      'Curves are large, and few proofs need them.',
      { path: '^(apps/web|packages/chance)/src/', pathNot: tests },
      { path: '^packages/chance/src/drand\\.ts$', dynamic: false },
    ),
    forbid(
      'apps-do-not-know-each-other',
      'They meet in the contract.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    forbid(
      'end-to-end-tests-know-only-the-contract',
      'They see the product from outside, and find things by its texts.',
      { path: '^e2e/' },
      { path: '^(apps|packages|bench|scripts)/', pathNot: ['^packages/contract/', '^apps/web/public/locales/'] },
    ),
    forbid(
      'product-does-not-know-its-tests',
      'Test code is not shipped.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: tests },
      {
        path: [
          '\\.(test|spec)\\.tsx?$',
          '^(apps|packages)/[^/]+/test/',
          '^(e2e|bench)/',
          'node_modules/(vitest|fast-check|@playwright)/',
        ],
      },
    ),

    forbid(
      'modules-meet-at-the-door',
      'Another module is reached through its index.ts only.',
      { path: module_, pathNot: tests },
      { path: '^apps/server/src/modules/', pathNot: ['^apps/server/src/modules/$1/', doors] },
    ),
    forbid(
      'modules-are-entered-at-the-door',
      'The rest of the server uses the same doors.',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/modules/', tests] },
      { path: '^apps/server/src/modules/', pathNot: [doors, allModules] },
    ),
    forbid(
      'only-the-app-lists-modules',
      'The list of all modules is part of the composition root.',
      { path: '^apps/server/src/', pathNot: ['^apps/server/src/app\\.ts$', tests] },
      { path: allModules },
    ),
    forbid(
      'points-stands-alone',
      'Everything that pays depends on points, so points depends on no other module.',
      { path: '^apps/server/src/modules/points/' },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/points/' },
    ),
    forbid(
      'moderation-stands-alone',
      'Whoever shows texts of fans judges them by it, so moderation depends on no other module.',
      { path: '^apps/server/src/modules/moderation/', pathNot: tests },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/moderation/' },
    ),
    forbid(
      'identity-stands-low',
      'Whoever shows or locks a fan depends on identity, so identity is handed what other modules do about a fan.',
      { path: '^apps/server/src/modules/identity/', pathNot: tests },
      { path: '^apps/server/src/modules/', pathNot: '^apps/server/src/modules/(identity|art|mail)/' },
    ),
    forbid(
      'elections-stand-lowest',
      'Votes depend one way: elections, then quarantine, rankings and ballots.',
      { path: '^apps/server/src/modules/elections/', pathNot: tests },
      { path: '^apps/server/src/modules/(quarantine|rankings|ballots)/' },
    ),
    forbid(
      'quarantine-knows-no-rankings',
      'Rankings show what stands in quarantine, not the reverse.',
      { path: '^apps/server/src/modules/quarantine/', pathNot: tests },
      { path: '^apps/server/src/modules/(rankings|ballots)/' },
    ),
    forbid(
      'rankings-know-no-ballots',
      'Casting a vote needs what is shown, not the reverse.',
      { path: '^apps/server/src/modules/rankings/', pathNot: tests },
      { path: '^apps/server/src/modules/ballots/' },
    ),
    forbid(
      'tasks-know-no-wing',
      'Wings depend on tasks; one file puts them together, and the door shows them.',
      { path: '^apps/server/src/modules/tasks/[^/]+$', pathNot: ['/(?:index|task-wings)\\.ts$', tests] },
      { path: '^apps/server/src/modules/tasks/[^/]+/' },
    ),
    forbid(
      'wings-do-not-know-each-other',
      'What two wings share belongs to tasks.',
      { path: '^apps/server/src/modules/tasks/([^/]+)/', pathNot: tests },
      { path: '^apps/server/src/modules/tasks/([^/]+)/', pathNot: '^apps/server/src/modules/tasks/$1/' },
    ),
    forbid(
      'only-routes-know-http',
      'Use cases, rules, stores and views can be called by anything.',
      { path: '^apps/server/src/modules/', pathNot: ['\\.routes\\.ts$', '/index\\.ts$', tests] },
      { path: ['^apps/server/src/http/', 'node_modules/(fastify|@fastify)/'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'rules-are-pure',
      'A rule decides from what it is given: no database, no HTTP, no other layer.',
      { path: '\\.rules\\.ts$' },
      {
        path: [
          '^apps/server/src/(db|http)/',
          '\\.(store|view|routes)\\.ts$',
          'node_modules/(pg|kysely|fastify)/',
          '^(node:)?fs',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'stores-know-no-use-case',
      'A store is SQL: it knows the database and the rules, not the story it takes part in.',
      { path: '\\.(store|view)\\.ts$' },
      { path: ['\\.routes\\.ts$', '^apps/server/src/http/'], dependencyTypesNot: ['type-only'] },
    ),
    // scripts/boundaries.mjs looks for calls of the query builder in the same files.
    forbid(
      'sql-has-one-home',
      'Statements stand in stores and views, so that a use case reads as a story; ' +
        'types and transactions may be anywhere.',
      { path: '^apps/server/src/modules/', pathNot: ['\\.(store|view)\\.ts$', tests] },
      { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'database-knows-no-module',
      'The plumbing of the database serves every module and knows none; the queue stands on it.',
      { path: '^apps/server/src/db/', pathNot: tests },
      { path: '^apps/server/src/(modules|http|jobs|cluster)/' },
    ),
    forbid(
      'batcher-knows-nothing',
      'It batches whatever it is given, in any world it is put into.',
      { path: '^apps/server/src/lib/micro-batcher\\.ts$' },
      { path: '.' },
    ),
    forbid(
      'server-lib-knows-no-product',
      'It would serve another product as well; errors and the log are all it shares with this one.',
      { path: '^apps/server/src/lib/', pathNot: tests },
      { path: '^(apps|packages)/', pathNot: '^apps/server/src/(lib/|(errors|log)\\.ts$)' },
    ),
    forbid(
      'config-knows-only-lib',
      'Settings are read before anything that they are for.',
      { path: '^apps/server/src/config/', pathNot: tests },
      { path: '^apps/server/src/', pathNot: '^apps/server/src/(config|lib)/' },
    ),
    forbid(
      'jobs-know-no-module',
      "The queue runs every module's work and knows none.",
      { path: '^apps/server/src/jobs/', pathNot: tests },
      { path: '^apps/server/src/(modules|http)/' },
    ),
    forbid(
      'plumbing-knows-no-services',
      'Services are made of the plumbing, and name in types of their own what they need of it.',
      { path: '^apps/server/src/(config|db|http|jobs|lib)/', pathNot: tests },
      { path: '^apps/server/src/(app|main|services)\\.ts$' },
    ),
    forbid(
      'root-holds-the-composition-root',
      'Everything else has a room.',
      { path: '^(apps/server|bench)/', pathNot: tests },
      { path: '^apps/server/src/[^/]+\\.ts$', pathNot: '/(main|app|services|errors|log)\\.ts$' },
    ),
    forbid(
      'development-is-loaded-on-demand',
      'Production must not even read it.',
      { path: '^apps/server/src/', pathNot: [dev, tests] },
      { path: dev, dynamic: false },
    ),
    forbid(
      'development-is-loaded-in-one-place',
      'The app loads it when the settings allow, and the content command when it is asked to simulate.',
      { path: '^apps/server/src/', pathNot: [dev, '^apps/server/src/(app|commands/content)\\.ts$', tests] },
      { path: dev },
    ),
    forbid(
      'development-is-entered-at-the-door',
      'Its index.ts says what there is.',
      { path: '^apps/server/src/', pathNot: [dev, tests] },
      { path: dev, pathNot: '/index\\.ts$' },
    ),
    forbid(
      'http-knows-no-module',
      'The HTTP layer serves every module and knows none.',
      { path: '^apps/server/src/http/', pathNot: tests },
      { path: '^apps/server/src/modules/', dependencyTypesNot: ['type-only'] },
    ),

    forbid(
      'features-do-not-know-each-other',
      'Features are composed in app.',
      { path: '^apps/web/src/features/([^/]+)/', pathNot: votingFeature },
      { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1/' },
    ),
    forbid(
      'voting-features-know-only-elections',
      'An election with its idols and standings is what all of them are about; everything else is composed in app.',
      { path: votingFeature },
      { path: '^apps/web/src/features/', pathNot: ['^apps/web/src/features/$1/', '^apps/web/src/features/elections/'] },
    ),
    forbid(
      'features-know-no-app',
      'A feature does not know which screen it stands on.',
      { path: '^apps/web/src/features/' },
      { path: '^apps/web/src/app/' },
    ),
    forbid(
      'ui-knows-no-feature',
      'Looks come without a subject.',
      { path: '^apps/web/src/ui/' },
      { path: '^apps/web/src/(features|app)/' },
    ),
    forbid(
      'lib-knows-only-lib',
      'The lowest layer of the web app.',
      { path: '^apps/web/src/lib/' },
      { path: '^apps/web/src/(ui|features|app)/' },
    ),

    forbid(
      'development-pages-are-not-shipped',
      'They are a build of their own, which production never serves.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/dev/' },
      { path: '^apps/web/src/dev/' },
    ),
    forbid(
      'development-pages-know-no-app',
      'They show its pieces and its frame from outside.',
      { path: '^apps/web/src/dev/' },
      { path: '^apps/web/src/app/' },
    ),
    forbid(
      'gallery-knows-no-simulator',
      'It shows looks; the host has none.',
      { path: '^apps/web/src/dev/gallery/' },
      { path: '^apps/web/src/dev/host/' },
    ),

    forbid(
      'setup-needs-nothing',
      'It runs before anything is installed.',
      { path: '^scripts/setup\\.mjs$' },
      { dependencyTypesNot: ['core'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
