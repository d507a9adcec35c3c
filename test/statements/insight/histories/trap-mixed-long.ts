import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'half-a-year-of-a-busy-civil-servant',
    holder: 'KINGSLEY EBUBE ANUSIEM',
    why:
      'State salary with a rise, and around it own accounts, loans, bets, savings, ajo, gifts and ' +
      'a printing sideline.',
    lines: `
2024-01-03 + 25000.00 none:own | NIP/OPAY/EBUBE KINGSLEY ANUSIEM/
2024-01-05 - 40000.00 debt | NIP CR/LOLO ADAKU/HOUSE RENT JAN/FBN
2024-01-12 + 14000.00 income | NIP/GTB/ODINAKA WEDDING COMMITTEE/programme printing
2024-01-19 - 5000.00 spend | BET9JA AGENT WALLET FUNDING
2024-01-31 + 88400.00 salary | IMSG SALARY JAN 2024 ANUSIEM K E
2024-02-01 - 20000.00 spend | PIGGYVEST AUTOSAVE PAYSTACK
2024-02-05 - 40000.00 debt | NIP CR/LOLO ADAKU/HOUSE RENT FEB/FBN
2024-02-10 + 43000.00 none:betting | BET9JA WINNINGS KC GAMING PAYOUT
2024-02-15 + 10000.00 open:no-salary | NIP/ACCESS/ANUSIEM OGECHI/for light bill
2024-02-29 + 88400.00 salary | IMSG SALARY FEB 2024 ANUSIEM K E
2024-03-01 - 20000.00 spend | PIGGYVEST AUTOSAVE PAYSTACK
2024-03-05 - 40000.00 debt | NIP CR/LOLO ADAKU/HOUSE RENT MAR/FBN
2024-03-08 + 120000.00 none:loan | FAIRMONEY LOAN DISBURSED TO ANUSIEM
2024-03-21 + 22500.00 income | NIP/FIDELITY/SACRED HEART PARISH/500 handbills
2024-03-28 + 88400.00 salary | IMSG SALARY MAR 2024 ANUSIEM K E
2024-04-01 - 20000.00 spend | PIGGYVEST AUTOSAVE PAYSTACK
2024-04-05 - 40000.00 debt | NIP CR/LOLO ADAKU/HOUSE RENT APR/FBN
2024-04-08 - 46000.00 debt | FAIRMONEY LOAN REPAYMENT 1/3
2024-04-15 + 60000.00 none:savings | NIP/PROVIDUS/PIGGYVEST/Piggybank withdrawal
2024-04-16 + 10000.00 open:no-salary | NIP/ACCESS/ANUSIEM OGECHI/for light bill
2024-04-30 + 99000.00 salary | IMSG SALARY APR 2024 ANUSIEM K E
2024-05-05 - 40000.00 debt | NIP CR/LOLO ADAKU/HOUSE RENT MAY/FBN
2024-05-08 - 46000.00 debt | FAIRMONEY LOAN REPAYMENT 2/3
2024-05-11 + 150000.00 none:savings | NIP/UBA/STAFF ROOM AJO/your collection
2024-05-20 + 21200.00 salary | IMSG SALARY ARREARS JAN-FEB ANUSIEM K E
2024-05-31 + 99000.00 salary | IMSG SALARY MAY 2024 ANUSIEM K E
2024-06-05 - 40000.00 debt | NIP CR/LOLO ADAKU/HOUSE RENT JUN/FBN
2024-06-08 - 46000.00 debt | FAIRMONEY LOAN REPAYMENT 3/3
2024-06-14 + 30000.00 none:cash | CASH DEPOSIT SELF OWERRI DOUGLAS RD
2024-06-28 + 99000.00 salary | IMSG SALARY JUN 2024 ANUSIEM K E
`,
  },
  {
    name: 'wallet-trader-with-everything',
    holder: 'Rukayat Omolara Balogun',
    why:
      'A wallet with sweeps, savings, loans, a circular favour and a sister; only what buyers pay ' +
      'for perfume is income.',
    lines: `
2024-10-01 + 5500.00 income | Transfer from TEMI ADE | GTBank | 01***3311 | oil perfume
2024-10-01 - 5500.00 spend | OWealth Deposit (Auto save)
2024-10-03 + 5500.00 none:sweep | OWealth Withdrawal (Transfer)
2024-10-03 - 5500.00 spend | Transfer to PERFUME MARKET IDUMOTA | UBA | 20***6610
2024-10-06 + 18000.00 income | Transfer from SISTERS CIRCLE NASFAT | Jaiz | 00***1212 | 12 humra
2024-10-09 + 30000.00 none:loan | OKash loan disbursement
2024-10-12 + 7000.00 none:refund | Refund from Merchant JIJI ORDER 551
2024-10-20 + 9000.00 income | Transfer from KEMISOLA J | Kuda | 20***0091 | 2 khaltat
2024-10-24 - 33900.00 debt | OKash loan repayment
2024-11-01 + 100000.00 none:circular | Transfer from LUKMAN SHITTA | Wema | 02***7781
2024-11-02 - 99800.00 spend | Transfer to LUKMAN SHITTA | Wema | 02***7781
2024-11-05 + 20000.00 none:own | Transfer from BALOGUN RUKAYAT OMOLARA | Moniepoint | 81***4400
2024-11-09 + 26000.00 income | Transfer from SISTERS CIRCLE NASFAT | Jaiz | 00***1212 | gift sets
2024-11-15 + 15000.00 none:savings | Fixed savings matured - principal and interest
2024-11-22 + 10000.00 open:no-salary | Transfer from BALOGUN MUINAT | FCMB | 45***2210 | take for food
2024-12-01 + 100000.00 none:circular | Transfer from LUKMAN SHITTA | Wema | 02***7781
2024-12-02 - 99800.00 spend | Transfer to LUKMAN SHITTA | Wema | 02***7781
2024-12-10 + 31500.00 income | Transfer from SISTERS CIRCLE NASFAT | Jaiz | 00***1212 | end of year order
2024-12-12 + 4000.00 none:betting | SportyBet payout
2024-12-24 + 8500.00 income | Transfer from TEMI ADE | GTBank | 01***3311 | 2 oils
`,
  },
  {
    name: 'site-supervisor-with-imprest',
    holder: 'FELIX ODION ERHABOR',
    why:
      'The builder pays a salary, and imprest for site purchases which is not his; labourers’ ' +
      'wages leave the account.',
    lines: `
2024-04-29 + 210000.00 salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/ERHABOR FELIX APRIL SALARY
2024-05-03 + 400000.00 open:no-salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/SITE IMPREST
2024-05-04 - 180000.00 open | NIP CR/IRON BENDERS GANG OSAS/WAGES/FBN
2024-05-06 - 205000.00 spend | NIP CR/UGBOWO BLOCK INDUSTRY/BLOCKS/UBA
2024-05-29 + 210000.00 salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/ERHABOR FELIX MAY SALARY
2024-06-07 + 350000.00 open:no-salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/SITE IMPREST
2024-06-08 - 175000.00 open | NIP CR/IRON BENDERS GANG OSAS/WAGES/FBN
2024-06-10 - 160000.00 spend | NIP CR/UGBOWO BLOCK INDUSTRY/BLOCKS/UBA
2024-06-12 + 12500.00 none:refund | NIP/UBA/UGBOWO BLOCK INDUSTRY/refund 50 blocks not supplied
2024-06-27 + 210000.00 salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/ERHABOR FELIX JUNE SALARY
2024-07-05 + 420000.00 open:no-salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/SITE IMPREST
2024-07-06 - 190000.00 open | NIP CR/IRON BENDERS GANG OSAS/WAGES/FBN
2024-07-29 + 210000.00 salary | NIP/ZENITH/BRICKHOUSE PROJECTS LTD/ERHABOR FELIX JULY SALARY
`,
  },
];
