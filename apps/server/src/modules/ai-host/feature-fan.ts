import { sql, type Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import { notify } from '#/modules/notices/index.ts';
import { addDays, localDateAt } from '#/lib/local-date.ts';

type Consent = { readonly fanId: number; readonly agreed: boolean; readonly at: Date };

/** Keeps or withdraws a fan's consent. What is shown asks for it each time, so a withdrawal removes them at once. */
export async function setConsent(tx: Transaction<DB>, { fanId, agreed, at }: Consent): Promise<void> {
  if (agreed) {
    await sql`insert into ai_feature_consent (fan_id, agreed_at) values (${fanId}, ${at}) on conflict do nothing`.execute(
      tx,
    );
  } else {
    await sql`delete from ai_feature_consent where fan_id = ${fanId}`.execute(tx);
  }
}

/** The days in which a fan is featured at most once. */
const daysBetween = 7;

/**
 * Decides the featured fan of the day before: of the answered questions of fans who agree, the one with the most raised hands,
 * the earlier of equals. A day is decided once, also without a fan.
 */
export async function featureFan(tx: Transaction<DB>, at: Date, timeZone: string): Promise<void> {
  const day = addDays(localDateAt(at, timeZone), -1);
  const { rows } = await sql<{ fanId: number; hands: number }>`
    with chosen as (
      select q.fan_id, q.id, q.hands
        from ai_question q
        join ai_feature_consent c on c.fan_id = q.fan_id
        join fan f on f.id = q.fan_id and f.deletion_requested_at is null and f.erased_at is null
        join ai_answer a on a.question_id = q.id and a.hidden_at is null
       where q.day = ${day}::date and q.state = 'answered' and not q.is_private and q.hands > 0
         and not exists (select from ai_featured_fan d
                          where d.fan_id = q.fan_id and d.day > ${day}::date - ${daysBetween}::integer)
       order by q.hands desc, q.asked_at, q.id limit 1
    )
    insert into ai_featured_fan (day, fan_id, question_id, hands, decided_at)
    select ${day}::date, c.fan_id, c.id, c.hands, ${at} from (select) one left join chosen c on true
    on conflict (day) do nothing
    returning fan_id as "fanId", hands`.execute(tx);
  const [featured] = rows;
  if (!featured || featured.fanId === null) return;
  const fans = [{ fanId: featured.fanId, parameters: { day, hands: featured.hands } }];
  await notify(tx, { kind: 'featuredFan', subject: day, fans, at });
}
