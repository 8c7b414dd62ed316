-- The pieces of an edition are numbered from 1 to its size, each once.
SELECT e.id AS edition, e.size, count(p.serial) AS pieces, max(p.serial) AS last
  FROM nft_edition e LEFT JOIN nft_piece p ON p.edition_id = e.id
 GROUP BY e.id
HAVING count(p.serial) <> e.size OR max(p.serial) <> e.size
