import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'customers-named-like-categories',
    holder: 'ROLAND NWIBANI',
    why: 'All are customers of a carpenter. Lotto, Returned, Casino or Pension is part of a name.',
    lines: `
2024-01-13 + 40000.00 income | NIP/ACCESS/SUNNY WAGES OKORO/wardrobe
2024-01-23 + 18000.00 income | NIP/FIDELITY/LOTTO ADAMS BIRI/centre table
2024-02-04 + 52000.00 income | NIP/FCMB/RETURNED SOLDIERS LODGE/10 chairs
2024-02-14 + 12000.00 income | NIP/GTB/BET ALEX OHIA/door
2024-03-14 + 12000.00 income | NIP/GTB/JACKPOT BARBING SALON/mirror stand
2024-03-24 + 12000.00 income | NIP/GTB/CASINO HOTEL SUITES/bar stools
2024-04-14 + 12000.00 income | NIP/GTB/MISS INTEREST ALI/wall shelf
2024-04-24 + 12000.00 income | NIP/GTB/CLAIMS ADJUSTERS LTD/office table
2024-05-24 + 12000.00 income | NIP/GTB/BONUS EJIRO ATAKE/tv stand
2024-06-24 + 12000.00 income | NIP/GTB/SAMUEL LOAN ETIM/door frame
2024-06-28 + 12000.00 income | NIP/GTB/PIGGY FARM ENTERPRISES/fence poles
2024-08-02 + 12000.00 income | NIP/GTB/GAMING ZONE VIEWING CENTRE/20 benches
2024-08-12 + 12000.00 income | NIP/GTB/POCKET FRIENDLY STORES/display shelf
2024-08-22 + 12000.00 income | NIP/GTB/PENSION HOUSE CANTEEN/benches
2024-09-22 + 12000.00 income | NIP/GTB/REVERSED ROLES DRAMA CREW/stage props
2024-11-22 + 12000.00 income | Transfer from THRIFT FASHION HUB | UBA | 20***2234 | racks
`,
  },
  {
    name: 'pockets-goals-and-vaults',
    holder: 'ZARA HASSAN',
    why: 'Apps pay out what he had put into pockets, goals, vaults and plans.',
    lines: `
2024-01-15 + 40000.00 none:savings | Kuda Pocket payout - Rent goal
2024-02-15 + 25000.00 none:savings | Goal savings withdrawal - School
2024-03-15 + 60000.00 none:savings | Target completed: New phone
2024-04-15 + 30000.00 none:savings | Vault payout - December
2024-05-15 + 30000.00 none:savings | Spend+Save withdrawal
2024-06-15 + 30000.00 none:savings | Transfer from Piggy Flex
2024-07-15 + 30000.00 none:savings | ALAT GOAL PAYOUT/HOUSE RENT
2024-08-15 + 30000.00 none:savings | Fixed savings payout
2024-09-15 + 30000.00 none:savings | Smart Goals break - Japa fund
2024-10-15 + 30000.00 none:savings | OWealth fixed plan matured
2024-11-15 + 30000.00 none:savings | Savings plan "Laptop" paid out
`,
  },
  {
    name: 'lenders-with-plain-names',
    holder: 'HAFSAT GARBA',
    why: 'Moneylenders, tranches, advances and friends who lend.',
    lines: `
2024-01-10 + 80000.00 none:loan | NIP/FBN/ALHAJI DODO MONEYLENDERS/1ST TRANCHE
2024-02-10 + 50000.00 none:loan | NIP/UBA/SWIFT CREDIT LTD/2ND TRANCHE
2024-03-10 + 50000.00 none:loan | NIP/UBA/RENMONEY/TOPUP
2024-04-10 + 50000.00 none:loan | FAIRMONEY MFB/DISBURSED TO HAFSAT GARBA
2024-05-10 + 50000.00 none:loan | NIP/UBA/MR EKE PAUL/i lend you
2024-06-10 + 50000.00 none:loan | OKASH DISB REF 882
2024-07-10 + 50000.00 none:loan | CASHIGO LOANS APP CREDIT
2024-08-10 + 150000.00 none:loan | SALARY ADV DRAWDOWN
2024-09-10 + 150000.00 none:loan | LOAN PROCEEDS 0099 HAFSAT
2024-10-10 + 150000.00 none:loan | NIP/UBA/COOP ASSOCIATION/LOAN GRANTED
2024-11-10 + 150000.00 none:loan | BNPL CREDIT CREDPAL
2024-12-10 + 20000.00 none:loan | NIP/GTB/ADE OLA/soft loan
`,
  },
  {
    name: 'own-wallets-without-a-remark',
    holder: 'ONYEMA DANIEL OKECHUKWU',
    why: 'The last part is his own name, after a wallet or a bank.',
    lines: `
2024-01-08 + 30000.00 none:own | NIP/IN/OPAY/OKECHUKWU ONYEMA DANIEL
2024-01-10 + 20000.00 none:own | INWARD/PALMPAY/ONYEMA OKECHUKWU
2024-01-12 + 10000.00 none:own | CR/KUDA MFB/DANIEL OKECHUKWU
2024-01-19 + 9000.00 none:own | MONIEPOINT/ONYEMA D OKECHUKWU/NIP
2024-01-26 + 150000.00 salary | NIP/GTB/SOLID ROCK CEMENT LTD/SALARY JAN
2024-02-08 + 30000.00 none:own | NIP/IN/OPAY/OKECHUKWU ONYEMA DANIEL
2024-02-09 + 20000.00 none:own | INWARD/PALMPAY/ONYEMA OKECHUKWU
2024-02-12 + 10000.00 none:own | CR/KUDA MFB/DANIEL OKECHUKWU
2024-02-20 + 9000.00 none:own | MONIEPOINT/ONYEMA D OKECHUKWU/NIP
2024-02-28 + 150000.00 salary | NIP/GTB/SOLID ROCK CEMENT LTD/SALARY FEB
2024-03-08 + 30000.00 none:own | NIP/IN/OPAY/OKECHUKWU ONYEMA DANIEL
2024-03-08 + 20000.00 none:own | INWARD/PALMPAY/ONYEMA OKECHUKWU
`,
  },
  {
    name: 'own-name-spelt-in-other-ways',
    holder: 'SAIDU BALA MUHAMMAD',
    why: 'His name is glued, misspelt, cut off, or with an initial.',
    lines: `
2024-01-08 + 30000.00 none:own | NIP/UBA/MUHAMMADSAIDU BALA/TRF
2024-02-08 + 30000.00 none:own | NIP/UBA/SAIDU B. MUHAMMED/TRF
2024-03-08 + 30000.00 none:own | NIP/UBA/MUHAMMAD S BALA/TRF
2024-04-08 + 30000.00 none:own | NIP/UBA/SAIDU BALA MUHAM/TRF
2024-05-08 + 30000.00 none:own | NIP/UBA/ALHAJI SAIDU BALA/TRF
`,
  },
  {
    name: 'betting-firms-of-no-list',
    holder: 'ABDUL RASAK',
    why: 'Firms of games and bets that no list names pay him each month.',
    lines: `
2024-01-05 + 30000.00 none:betting | NIP/WEMA/GOLDWIN SPORTSBOOK/
2024-01-16 + 40000.00 none:betting | NIP/WEMA/LUCKY9JA GAMES LTD/ABDUL RASAK
2024-01-26 + 60000.00 none:betting | NIP/FCMB/BETNEXUS NIGERIA LTD/ABDUL RASAK
2024-02-06 + 30000.00 none:betting | NIP/WEMA/GOLDWIN SPORTSBOOK/
2024-02-16 + 40000.00 none:betting | NIP/WEMA/LUCKY9JA GAMES LTD/ABDUL RASAK
2024-02-26 + 60000.00 none:betting | NIP/FCMB/BETNEXUS NIGERIA LTD/ABDUL RASAK
2024-03-03 + 30000.00 none:betting | JACKPOT POOLS LTD/WINNING
2024-03-06 + 30000.00 none:betting | NIP/WEMA/GOLDWIN SPORTSBOOK/
2024-03-15 + 40000.00 none:betting | NIP/WEMA/LUCKY9JA GAMES LTD/ABDUL RASAK
2024-03-26 + 60000.00 none:betting | NIP/FCMB/BETNEXUS NIGERIA LTD/ABDUL RASAK
2024-04-03 + 30000.00 none:betting | NIP/WEMA/NATIONAL LOTTERIES/PRIZE
2024-04-05 + 30000.00 none:betting | NIP/WEMA/GOLDWIN SPORTSBOOK/
`,
  },
  {
    name: 'money-entrusted-to-him',
    holder: 'ABDUL RASAK',
    why: 'Payers ask him to give, to send or to buy. He passes the money on.',
    lines: `
2024-01-11 + 100000.00 none:circular | NIP/GTB/OLA KENNY DADA/help me give Musa
2024-01-12 - 100000.00 spend | NIP TO MUSA ALIYU/UBA
2024-02-11 + 80000.00 none:circular | NIP/GTB/SEUN BAKARE/for onward transfer to church
2024-02-11 - 80000.00 spend | NIP TO RCCG PARISH/UBA
2024-03-11 + 65000.00 none:circular | NIP/GTB/BUKOLA ISA/buy cement for me
2024-03-12 - 64000.00 spend | NIP TO DANGOTE DEPOT/UBA
2024-04-11 + 45000.00 none:circular | NIP/GTB/BUKOLA ISA/please pay electrician
2024-04-13 - 45000.00 spend | NIP TO ELECTRICIAN JIMOH/UBA
`,
  },
  {
    name: 'treasurer-of-a-class',
    holder: 'KEHINDE ALADE',
    why: 'Members pay dues to her, and she remits all of them at once.',
    lines: `
2024-01-03 + 5000.00 none:circular | NIP/GTB/SOLA EBO/class set dues
2024-01-04 + 5000.00 none:circular | NIP/GTB/TITI EBO/set dues
2024-01-05 + 5000.00 none:circular | NIP/GTB/RITA OBI/dues 2004 set
2024-01-06 + 5000.00 none:circular | NIP/GTB/UCHE OBI/my dues
2024-01-08 - 20000.00 spend | NIP TO OLD STUDENTS ASSOCIATION/dues remitted
2024-01-26 + 90000.00 salary | NIP/GTB/ARIK CATERERS LTD/JAN SALARY
2024-02-28 + 90000.00 salary | NIP/GTB/ARIK CATERERS LTD/FEB SALARY
2024-03-28 + 90000.00 salary | NIP/GTB/ARIK CATERERS LTD/MAR SALARY
2024-04-26 + 90000.00 salary | NIP/GTB/ARIK CATERERS LTD/APR SALARY
`,
  },
  {
    name: 'goods-behind-the-legal-form',
    holder: 'MARY OKON CATERING',
    why: 'Goods stand behind LTD, without a break. A firm that names goods is a customer.',
    lines: `
2024-01-12 + 44000.00 income | NIBSS INSTANT PAYMENT INWARD GLOBUS ENERGY LTD LUNCH PACKS
2024-01-19 + 40000.00 income | NIP FROM GRAND HOTEL LTD PEPPER SOUP
2024-02-12 + 44000.00 income | NIBSS INSTANT PAYMENT INWARD GLOBUS ENERGY LTD LUNCH PACKS
2024-02-20 + 40000.00 income | NIP FROM GRAND HOTEL LTD PEPPER SOUP
2024-03-12 + 44000.00 income | NIBSS INSTANT PAYMENT INWARD GLOBUS ENERGY LTD LUNCH PACKS
2024-03-20 + 40000.00 income | NIP FROM GRAND HOTEL LTD PEPPER SOUP
`,
  },
  {
    name: 'customers-who-write-pay',
    holder: 'DAVID EZE TAILOR',
    why: 'Customers pay for a uniform or for curtains, and write pay.',
    lines: `
2024-01-05 + 15000.00 income | NIP/UBA/KANAYO OBI/part pay may outfit
2024-01-19 + 40000.00 income | NIP/UBA/ROSE SCHOOLS LTD/UNIFORM PAY JAN
2024-02-05 + 25000.00 income | NIP/UBA/GRAND HOTEL LTD/2nd pay for curtains
2024-02-20 + 40000.00 income | NIP/UBA/ROSE SCHOOLS LTD/UNIFORM PAY FEB
2024-03-05 + 25000.00 income | NIP/UBA/GRAND HOTEL LTD/final pay curtains
2024-03-20 + 40000.00 income | NIP/UBA/ROSE SCHOOLS LTD/UNIFORM PAY MAR
`,
  },
  {
    name: 'part-payments-of-an-estate',
    holder: 'MARY OKON',
    why: 'Equal parts of a price, month by month.',
    lines: `
2024-01-19 + 100000.00 income | NIP/GTB/PEACOCK ESTATE LTD/PART PAYMENT
2024-02-20 + 100000.00 income | NIP/GTB/PEACOCK ESTATE LTD/PART PAYMENT
2024-03-20 + 100000.00 income | NIP/GTB/PEACOCK ESTATE LTD/PART PAYMENT
2024-04-19 + 100000.00 income | NIP/GTB/PEACOCK ESTATE LTD/PART PAYMENT
2024-05-20 + 100000.00 income | NIP/GTB/PEACOCK ESTATE LTD/PART PAYMENT
`,
  },
  {
    name: 'own-accounts-at-unknown-banks',
    holder: 'CHUKA IFEANYI OBI',
    why: 'The banks stand in no list, but the last part is his own name.',
    lines: `
2024-01-05 + 50000.00 none:own | NIP/RENMONEY MFB/CHUKA IFEANYI OBI
2024-01-09 + 50000.00 none:own | NIP/HOPE PSB/OBI CHUKA
2024-01-12 + 50000.00 none:own | NIP/SIGNATURE BANK/OBI IFEANYI CHUKA/
2024-01-17 + 50000.00 none:own | TRANSFER FROM CHUKA I. OBI (OPAY)
2024-01-25 + 250000.00 salary | NIP/ALTERNATIVE BANK/LIFEWAY DIAGNOSTICS/SALARY JAN
2024-02-05 + 50000.00 none:own | NIP/RENMONEY MFB/CHUKA IFEANYI OBI
2024-02-09 + 50000.00 none:own | NIP/HOPE PSB/OBI CHUKA
2024-02-13 + 50000.00 none:own | NIP/SIGNATURE BANK/OBI IFEANYI CHUKA/
2024-02-16 + 50000.00 none:own | TRANSFER FROM CHUKA I. OBI (OPAY)
2024-02-23 + 250000.00 salary | NIP/ALTERNATIVE BANK/LIFEWAY DIAGNOSTICS/SALARY FEB
`,
  },
  {
    name: 'friends-who-write-pay',
    holder: 'TOBI ALLI',
    why: 'Friends write salary, april pay and net pay once or twice.',
    lines: `
2024-01-28 + 20000.00 open:no-salary | NIP/UBA/DAYO FALANA/salary
2024-02-12 + 30000.00 open:no-salary | NIP/UBA/DAYO FALANA/april pay lol
2024-03-28 + 9000.00 open:no-salary | NIP/GTB/SEUN KUTI/net pay
`,
  },
];
