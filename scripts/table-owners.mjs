const words = (/** @type {string} */ text) => text.trim().split(/\s+/);

/**
 * Each table and view of the schema `public` with the module that owns it: the only one whose stores and views name it. `http`
 * and `jobs` are no modules; they own what they keep themselves. Of the schema `ledger` only what fans have is listed: modules
 * that count or show votes read its periods, pools and transfers.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const tablesOf = {
  'ai-host': words('ai_answer ai_answer_report ai_feature_consent ai_featured_fan ai_hand ai_host ai_question'),
  analytics: words('analytics_day analytics_event'),
  art: words('photo photo_file'),
  backups: words('backup_run platform_hold'),
  ballots: words('conversion_day ticket_conversion'),
  brand: words('brand brand_picture'),
  best7: words('best7_ballot best7_poll best7_result best7_tally'),
  chain: words('chain_sender chain_transaction signed_transaction'),
  cheers: words('cheer fan_cheers'),
  content: words('content_pack content_pack_file faq_entry page'),
  doctor: words('database_size'),
  elections: words('activity candidate candidate_tally display_freeze idol moved_end_notice rule_set team'),
  following: words('followed_idol'),
  http: words('idempotent_request operator_request rate_limit'),
  identity: words(`
    fan fan_face human_check_use linked_wallet mail_code mail_code_day mailed_code secret_key secret_nonce session
    sign_in sign_in_attempt sign_in_failure wallet_challenge
  `),
  jobs: words('job_worker'),
  live: words(`
    live_appointment live_broadcast live_chat live_chat_act live_chat_author live_chat_block live_chat_duty
    live_chat_lock live_chat_message live_chat_mute live_chat_report live_chat_words live_play live_play_count
    live_recording live_reminder live_room live_segment live_session live_ticket live_visitor
  `),
  luck: words(`
    campaign campaign_fan campaign_opening campaign_prize envelope_day luck_budget luck_funding luck_plan luck_seed
    packet packet_share participation raffle_draw raffle_winner
  `),
  mail: words('development_mail'),
  moderation: words('fan_report'),
  notices: words(`
    digest_mail expiry_reminder notice notice_digest notice_mute notice_run push_fan push_key push_subscription
  `),
  operators: words('operator operator_act operator_token operator_token_use'),
  points: words(`
    ledger.account ledger.hold ledger.lot ledger.unit ledger.unit_to_lapse points_earned points_earned_cursor
    test_coin_address test_coin_day test_coin_grant test_coin_network test_coin_wallet
  `),
  progress: words('fan_day fan_day_cursor fan_level shown_badge'),
  quarantine: words(`
    candidate_quarantine clustered_vote decided_vote vote_cluster vote_decision vote_observation vote_pace
  `),
  rankings: words('ranking_snapshot round_result'),
  shop: words(`
    exchange gift_terms mall_order nft_edition nft_edition_fan nft_mint nft_move_day nft_piece offer offer_fan
    ticket_gift ticket_gift_day ticket_gift_naming vote_pack
  `),
  songs: words(`
    song song_event song_finalist song_nomination song_nomination_shard song_result song_vote song_vote_day
  `),
  staking: words('stake stake_bonus staking_budget staking_period staking_plan staking_pool'),
  tasks: words(`
    banner claim_count claim_terms fan_video fan_video_disk fan_video_reward form_entry invite invite_terms quiz
    quiz_answer quiz_attempt quiz_edition riddle riddle_answer riddle_round riddle_solution riddle_unlock
    sandbox_account sandbox_action sandbox_grant social_account social_link_attempt social_reward task
    task_budget_shard task_claim task_social_action task_visit
  `),
  webhooks: words('webhook_attempt webhook_delivery webhook_endpoint webhook_event'),
};

/**
 * Stores and views that may name tables of another module, each with the reason. Without tables it may name any.
 *
 * @type {readonly { readonly place: string, readonly tables?: readonly string[], readonly reason: string }[]}
 */
export const exceptions = [
  {
    place: 'content/content.store.ts',
    reason: 'A content pack becomes rows of every module in one transaction, and each module reads its own.',
  },
  {
    place: 'content/content.view.ts',
    reason: 'A pack is compared with what it may no longer change, whichever module has it.',
  },
  {
    place: 'elections/moved-ends.store.ts',
    tables: ['ledger.account'],
    reason: 'The voters of an election are the accounts of its votes.',
  },
  {
    place: 'ballots/fan-votes.view.ts',
    tables: ['ledger.account'],
    reason: 'The account of votes keeps what its day and the last minutes leave, which ledger.votes_left takes.',
  },
  {
    place: 'points/assets.view.ts',
    tables: ['activity'],
    reason: 'Points depend on no module, and leave out assets of elections that are over.',
  },
  {
    place: 'points/earned-points.store.ts',
    tables: ['fan'],
    reason: 'Points depend on no module, and count those of ranked fans in sets of ten thousand.',
  },
  {
    place: 'points/faucet.view.ts',
    tables: ['chain_transaction', 'signed_transaction'],
    reason: 'Points depend on no module, and the export of personal data says what became of test coins.',
  },
  {
    place: 'doctor/doctor.view.ts',
    reason: 'The doctor looks at what an operator must know of several modules, and changes nothing.',
  },
  {
    place: 'chain/chain-transactions.view.ts',
    tables: ['nft_mint'],
    reason: 'The shop depends on the chain, and the list for operators names the piece of each mint.',
  },
];
