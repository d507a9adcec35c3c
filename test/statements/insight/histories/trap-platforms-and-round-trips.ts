import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'bolt-driver-pays-owner',
    why: 'Payouts of the platform each week are income, not pay; riders pay him too, and he pays the owner of the car.',
    holder: 'KEHINDE BALOGUN',
    lines: `
      2024-05-06 + 71340.00 income | NIP/KUDA/BOLT OPERATIONS OU/WEEKLY PAYOUT W18
      2024-05-07 - 40000.00 spend | NIP CR/ALHAJI MUFTAU/GTB/car delivery week
      2024-05-09 + 4500.00 income | NIP/OPAY/ADAKU EZE/trip to airport
      2024-05-13 + 66015.00 income | NIP/KUDA/BOLT OPERATIONS OU/WEEKLY PAYOUT W19
      2024-05-16 + 3200.00 income | NIP/OPAY/SEUN LAWAL/bolt fare
      2024-05-20 + 80220.00 income | NIP/KUDA/BOLT OPERATIONS OU/WEEKLY PAYOUT W20
      2024-05-27 + 59870.00 income | NIP/KUDA/BOLT OPERATIONS OU/WEEKLY PAYOUT W21
      2024-06-03 + 74400.00 income | NIP/KUDA/BOLT OPERATIONS OU/WEEKLY PAYOUT W22`,
  },
  {
    name: 'pos-agent-of-the-street',
    why: 'An agent takes transfers and gives cash, and banks his own cash again; commission is income.',
    holder: 'NURUDEEN ALABI',
    lines: `
      2024-07-01 + 10100.00 open:no-salary | MIT|MP|AYINDE KAFAYAT|withdrawal 10k
      2024-07-01 + 20200.00 open:no-salary | MIT|MP|EZEKIEL JOHN|POS cash
      2024-07-02 - 30000.00 spend | TRF|cash pickup|KOLA ALABI
      2024-07-03 + 1850.00 income | MIT|MP|TERMINAL COMMISSION JUN
      2024-07-05 + 150000.00 none:own-cash | CASH DEPOSIT BY SELF NURUDEEN ALABI
      2024-07-08 + 5050.00 open:no-salary | MIT|MP|UCHE GRACE|withdraw
      2024-08-03 + 2120.00 income | MIT|MP|TERMINAL COMMISSION JUL
      2024-08-09 + 120000.00 none:own-cash | CASH DEPOSIT BY SELF NURUDEEN ALABI
      2024-09-03 + 1990.00 income | MIT|MP|TERMINAL COMMISSION AUG`,
  },
  {
    name: 'provisions-trader',
    why: 'Customers, also firms, pay for goods, one firm each month; a regular buyer is no employer.',
    holder: 'AMAKA OBIORA',
    lines: `
      2024-01-08 + 45000.00 income | NIP/ACCESS/SUNRISE HOTEL LTD/15 cartons of water
      2024-01-15 + 12500.00 income | NIP/OPAY/JOY ETIM/for rice
      2024-01-22 - 180000.00 spend | NIP CR/DANGOTE DISTRIBUTOR KANO/UBA/goods
      2024-02-07 + 45000.00 income | NIP/ACCESS/SUNRISE HOTEL LTD/15 cartons of water
      2024-02-19 + 23000.00 income | NIP/PALMPAY/CHIKA STORES/payment for milk
      2024-03-08 + 45000.00 income | NIP/ACCESS/SUNRISE HOTEL LTD/15 cartons of water
      2024-03-16 + 18000.00 income | NIP/OPAY/JOY ETIM/bal of provisions
      2024-04-08 + 45000.00 income | NIP/ACCESS/SUNRISE HOTEL LTD/supply invoice 0041`,
  },
  {
    name: 'son-abroad-sends-monthly',
    why: 'A relative sends about the same each month by remittance services; income, but no salary.',
    holder: 'MARGARET UDEH',
    lines: `
      2024-01-05 + 150000.00 income | NIP/PROVIDUS/LEMFI/UDEH OBINNA monthly support
      2024-02-05 + 150000.00 income | NIP/PROVIDUS/LEMFI/UDEH OBINNA monthly support
      2024-03-06 + 155000.00 income | NIP/PROVIDUS/LEMFI/UDEH OBINNA monthly support
      2024-03-20 + 84000.00 income | WESTERN UNION MTCN 3319 REMITTANCE FRM UDEH OBINNA
      2024-04-05 + 150000.00 income | NIP/PROVIDUS/LEMFI/UDEH OBINNA monthly support
      2024-04-12 - 70000.00 spend | NIP CR/ST MARYS HOSPITAL/UBA/drugs`,
  },
  {
    name: 'punter-with-real-wage',
    why: 'Payouts of bookmakers come as often as the wage; a person called Betty pays for cake.',
    holder: 'GODWIN EHIGIE',
    lines: `
      2024-03-27 + 95000.00 salary | NIP/STERLING/ADELAIDE FURNITURE CO/march wages
      2024-03-28 - 20000.00 spend | NIP CR/SPORTYBET/OPAY/fund
      2024-03-31 + 64000.00 none:betting | NIP/OPAY/SPORTYBET/WITHDRAWAL 99120
      2024-04-06 - 15000.00 spend | Paystack/BetKing deposit
      2024-04-07 + 33000.00 none:betting | NIP/TITAN/KC GAMING NETWORKS/BETKING payout
      2024-04-20 + 7000.00 income | NIP/UBA/BETTY OMOREGIE/cake money
      2024-04-27 + 95000.00 salary | NIP/STERLING/ADELAIDE FURNITURE CO/april wages
      2024-05-04 + 120500.00 none:betting | NIP/MONIEPOINT/1XBET AGENT LUCKY/win
      2024-05-28 + 95000.00 salary | NIP/STERLING/ADELAIDE FURNITURE CO/may wages`,
  },
  {
    name: 'saver-takes-out-what-he-saved',
    why: 'Savings apps pay back monthly what he saved, rounded like pay, on the day after pay day.',
    holder: 'OBED GODSWILL',
    lines: `
      2024-01-31 + 130000.00 salary | NIP/GTB/KINGSGATE SECURITIES LTD/JANUARY REMUNERATION
      2024-02-01 - 50000.00 spend | Paystack/PIGGYVEST autosave
      2024-02-15 + 50000.00 none:savings | NIP/TITAN/PIGGYVEST/safelock payback
      2024-02-29 + 130000.00 salary | NIP/GTB/KINGSGATE SECURITIES LTD/FEBRUARY REMUNERATION
      2024-03-01 - 50000.00 spend | NIP CR/COWRYWISE FINANCIAL/STERLING/plan
      2024-03-18 + 51200.00 none:savings | NIP/STERLING/COWRYWISE FINANCIAL TECH LTD/withdrawal plan matured
      2024-03-28 + 130000.00 salary | NIP/GTB/KINGSGATE SECURITIES LTD/MARCH REMUNERATION
      2024-04-02 + 25000.00 none:savings | NIP/TITAN/PIGGYTECH GLOBAL/flex dollar out
      2024-04-30 + 130000.00 salary | NIP/GTB/KINGSGATE SECURITIES LTD/APRIL REMUNERATION`,
  },
  {
    name: 'deposit-that-matures',
    why: 'Principal coming back is not income, the interest on it is.',
    holder: 'EUNICE AKPAN',
    lines: `
      2024-01-10 - 500000.00 spend | FIXED DEPOSIT BOOKING FD/0081 90 DAYS
      2024-01-31 + 220000.00 salary | CIB/UTO/CROSSWIND AVIATION SERVICES/SALARY JAN
      2024-02-29 + 220000.00 salary | CIB/UTO/CROSSWIND AVIATION SERVICES/SALARY FEB
      2024-03-28 + 220000.00 salary | CIB/UTO/CROSSWIND AVIATION SERVICES/SALARY MAR
      2024-04-09 + 500000.00 none:savings | FD/0081 PRINCIPAL LIQUIDATION
      2024-04-09 + 14550.00 income | FD/0081 INTEREST PAID NET
      2024-04-15 - 480000.00 spend | NTB PURCHASE 182 DAY BILL
      2024-10-14 + 500000.00 none:savings | NTB MATURITY PROCEEDS 182 DAY BILL
      2024-10-30 + 240000.00 salary | CIB/UTO/CROSSWIND AVIATION SERVICES/SALARY OCT`,
  },
  {
    name: 'ajo-of-the-market-women',
    why: 'She pays in each week and gets her turn once: her own savings. Sales are income.',
    holder: 'SIDIKAT OLADAPO',
    lines: `
      2024-02-03 - 10000.00 spend | TRF/ajo wk 1/FRM SIDIKAT OLADAPO TO ALHAJA RISIKAT- 058
      2024-02-05 + 17000.00 income | TRF/2 bundle ankara/FRM BUKOLA ADE TO SIDIKAT OLADAPO- 033
      2024-02-10 - 10000.00 spend | TRF/ajo wk 2/FRM SIDIKAT OLADAPO TO ALHAJA RISIKAT- 058
      2024-02-17 - 10000.00 spend | TRF/ajo wk 3/FRM SIDIKAT OLADAPO TO ALHAJA RISIKAT- 058
      2024-02-24 + 200000.00 none:savings | TRF/ajo collection my turn/FRM ALHAJA RISIKAT TO SIDIKAT OLADAPO- 058
      2024-02-26 + 22500.00 income | TRF/gele and lace/FRM TAIWO MARY TO SIDIKAT OLADAPO- 011
      2024-03-02 - 10000.00 spend | TRF/ajo wk 5/FRM SIDIKAT OLADAPO TO ALHAJA RISIKAT- 058
      2024-03-12 + 120000.00 none:savings | TRF/esusu packing/FRM OKE IRETI THRIFT TO SIDIKAT OLADAPO- 070`,
  },
  {
    name: 'cash-that-came-from-the-machine',
    why: 'He takes cash out and pays it in again; cash paid in by a customer would be his sale.',
    holder: 'CHINWE MBAH',
    lines: `
      2024-04-02 + 160000.00 salary | NIP/UBA/LAGOON VIEW HOTELS/MARCH SALARY
      2024-04-03 - 60000.00 spend | CASH WITHDRAWAL CHQ 00021 BY CHINWE MBAH
      2024-04-06 + 50000.00 none:own-cash | CASH DEP BY MBAH CHINWE
      2024-05-02 + 160000.00 salary | NIP/UBA/LAGOON VIEW HOTELS/APRIL SALARY
      2024-05-11 + 30000.00 none:own-cash | CASH LODGEMENT SELF ABA MAIN BRANCH
      2024-06-03 + 160000.00 salary | NIP/UBA/LAGOON VIEW HOTELS/MAY SALARY
      2024-06-20 + 45000.00 open:no-salary | CASH DEPOSIT BY IKENNA ORJI FOR CHINWE`,
  },
  {
    name: 'own-names-in-any-order',
    why: 'Money from his own accounts at other banks, with names in another order or cut off; his brother pays too.',
    holder: 'ADEWALE MICHAEL OGUNBIYI',
    lines: `
      2024-01-12 + 40000.00 none:own-transfer | NIP/OPAY/OGUNBIYI ADEWALE M/
      2024-01-29 + 185000.00 salary | NIP/ECO/TRITON CEMENT WORKS PLC/SAL 01/24
      2024-02-09 + 25000.00 none:own-transfer | NIP/KUDA/MICHAEL OGUNBIYI/data
      2024-02-17 + 30000.00 income | NIP/ZENITH/OGUNBIYI TAIWO PETER/for mum
      2024-02-27 + 185000.00 salary | NIP/ECO/TRITON CEMENT WORKS PLC/SAL 02/24
      2024-03-04 + 60000.00 none:own-transfer | NIP/PALMPAY/ADEWALE OGUNBIY/float
      2024-03-27 + 185000.00 salary | NIP/ECO/TRITON CEMENT WORKS PLC/SAL 03/24`,
  },
  {
    name: 'borrower-at-many-apps',
    why: 'Loan apps pay out amounts that look like pay; a cooperative and a friend lend, too.',
    holder: 'PRECIOUS ANI',
    lines: `
      2024-03-25 + 72000.00 salary | NIP/FIDELITY/BEACON TUTORS/MARCH SAL
      2024-03-28 + 40000.00 none:loan | NIP/VFD/FAIRMONEY MFB/PRECIOUS ANI
      2024-04-15 - 46000.00 debt | NIP CR/FAIRMONEY MFB/VFD/repay
      2024-04-18 + 55000.00 none:loan | NIP/PROVIDUS/RENMONEY/DISB 88122
      2024-04-25 + 72000.00 salary | NIP/FIDELITY/BEACON TUTORS/APRIL SAL
      2024-05-10 + 30000.00 none:loan | NIP/GTB/KENNETH OZOR/the loan you asked for
      2024-05-20 - 60500.00 debt | NIP CR/RENMONEY/PROVIDUS/repayment
      2024-05-27 + 72000.00 salary | NIP/FIDELITY/BEACON TUTORS/MAY SAL
      2024-06-02 + 100000.00 none:loan | NIP/UNION/BEACON STAFF COOP SOCIETY/COOP LOAN
      2024-06-04 - 30000.00 debt | NIP CR/KENNETH OZOR/GTB/loan refund thanks`,
  },
  {
    name: 'money-round-a-circle',
    why: 'Two friends send the same money back and forth to look rich, with salary in the remark.',
    holder: 'EMEKA DURU',
    lines: `
      2024-02-01 + 300000.00 none:circular | NIP/GTB/OBIALO FRANK/salary
      2024-02-02 - 300000.00 spend | NIP CR/OBIALO FRANK/GTB/return
      2024-02-10 + 9000.00 income | NIP/UBA/CHIDERA OHA/phone repair
      2024-03-01 + 300000.00 none:circular | NIP/GTB/OBIALO FRANK/salary
      2024-03-04 - 298500.00 spend | NIP CR/OBIALO FRANK/GTB/return
      2024-03-21 + 11000.00 income | NIP/ACCESS/SANDRA OLISA/screen and charging port
      2024-04-01 + 300000.00 none:circular | NIP/GTB/OBIALO FRANK/salary
      2024-04-03 - 150000.00 spend | NIP CR/OBIALO FRANK/GTB/part
      2024-04-05 - 150000.00 spend | NIP CR/OBIALO FRANK/GTB/part 2`,
  },
];
