import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'estate-guard-by-month-names',
    why: 'An association of residents pays its guard; each remark names the month, none the word salary.',
    holder: 'AUDU BAKO',
    lines: `
      2024-01-31 + 38000.00 salary | FIP:GTB/PALM GROVE RESIDENTS ASSO/Payment for January 2024
      2024-02-29 + 38000.00 salary | FIP:GTB/PALM GROVE RESIDENTS ASSO/Payment for February 2024
      2024-03-30 + 38000.00 salary | FIP:GTB/PALM GROVE RESIDENTS ASSO/Payment for March 2024
      2024-04-06 + 2000.00 income | FIP:OPAY/MADAM FLAT 4/car wash
      2024-04-30 + 42000.00 salary | FIP:GTB/PALM GROVE RESIDENTS ASSO/Payment for April 2024`,
  },
  {
    name: 'engineer-of-a-firm-with-a-fancy-name',
    why: 'The name of the firm has no word of business; it pays each month and names the month.',
    holder: 'OBIORA NDUKA',
    lines: `
      2024-02-26 + 355000.00 salary | NIP/STANBIC/KALTANI/Feb-24
      2024-03-26 + 355000.00 salary | NIP/STANBIC/KALTANI/Mar-24
      2024-04-08 + 20000.00 income | NIP/GTB/NDUKA PROMISE/thanks brother
      2024-04-25 + 355000.00 salary | NIP/STANBIC/KALTANI/Apr-24
      2024-05-27 + 381000.00 salary | NIP/STANBIC/KALTANI/May-24`,
  },
  {
    name: 'resident-doctor-of-the-state',
    why: 'State pay and its parts: arrears of the minimum wage, hazard allowance, wage award.',
    holder: 'DR FUNMI OYELARAN',
    lines: `
      2024-03-27 + 264180.00 salary | REMITA/OYO STATE HOSPITALS MGT BOARD/MAR 2024 CONMESS 3
      2024-04-15 + 35000.00 salary | REMITA/OYO STATE HOSPITALS MGT BOARD/WAGE AWARD MAR
      2024-04-26 + 264180.00 salary | REMITA/OYO STATE HOSPITALS MGT BOARD/APR 2024 CONMESS 3
      2024-05-13 + 35000.00 salary | REMITA/OYO STATE HOSPITALS MGT BOARD/WAGE AWARD APR
      2024-05-28 + 264180.00 salary | REMITA/OYO STATE HOSPITALS MGT BOARD/MAY 2024 CONMESS 3
      2024-06-07 + 80000.00 salary | REMITA/OYO STATE HOSPITALS MGT BOARD/HAZARD ALLOWANCE ARREARS`,
  },
  {
    name: 'tutor-paid-by-sessions',
    why: 'A tutorial centre pays for sessions each week, with other amounts; parents pay for lessons.',
    holder: 'MARTINS EDET',
    lines: `
      2024-09-06 + 15000.00 salary | MOB/UTO/BRAINWAVE TUTORIALS/SESSIONS WK 36/2055
      2024-09-13 + 20000.00 salary | MOB/UTO/BRAINWAVE TUTORIALS/SESSIONS WK 37/2055
      2024-09-15 + 8000.00 income | MOB/UTO/UDUAK ABASI/maths lesson/3011
      2024-09-20 + 17500.00 salary | MOB/UTO/BRAINWAVE TUTORIALS/SESSIONS WK 38/2055
      2024-09-27 + 20000.00 salary | MOB/UTO/BRAINWAVE TUTORIALS/SESSIONS WK 39/2055
      2024-10-04 + 12500.00 salary | MOB/UTO/BRAINWAVE TUTORIALS/SESSIONS WK 40/2055`,
  },
  {
    name: 'restaurant-with-settlements',
    why: 'Acquirers settle what cards paid, day by day; all are sales.',
    holder: 'TASTY CORNER FOODS',
    lines: `
      2024-03-04 + 61200.00 income | OPAY POS SETTLEMENT T+1 1100233
      2024-03-05 + 48750.00 income | GTB/2044GT11/MERCHANT SETTLMT 04MAR
      2024-03-06 + 55300.00 income | NIBSS POS STLMT 2214AA01 05MAR24
      2024-03-07 - 90000.00 spend | NIP TO MILE 12 PEPPER WOMAN
      2024-03-08 + 70400.00 income | PALMPAY BUSINESS SETTLEMENT 070324
      2024-03-11 + 35000.00 income | NIP/ACCESS/CRESTLINE OFFICES LTD/lunch packs 20
      2024-04-11 + 35000.00 income | NIP/ACCESS/CRESTLINE OFFICES LTD/lunch packs 20
      2024-05-10 + 35000.00 income | NIP/ACCESS/CRESTLINE OFFICES LTD/lunch packs 20`,
  },
  {
    name: 'paid-in-parts-when-cash-is-there',
    why: 'A hotel pays in two or three parts without a plan; each part is pay.',
    holder: 'JOY AKPABIO',
    lines: `
      2024-03-30 + 30000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/part sal march
      2024-04-08 + 25000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/bal of march sal
      2024-04-30 + 55000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/april sal
      2024-05-31 + 20000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/part may
      2024-06-05 + 20000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/may 2nd part
      2024-06-12 + 15000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/may final part
      2024-06-29 + 55000.00 salary | NIP CREDIT/IBOM ROYAL SUITES/june`,
  },
  {
    name: 'firm-that-buys-every-month',
    why: 'A hotel buys fish with the month in its remark, other firms hire him now and then: customers.',
    holder: 'EBIERE FISHERY',
    lines: `
      2024-01-05 + 90000.00 income | NIP/UBA/CREEKVIEW HOTEL/fish supplied jan
      2024-01-20 + 46000.00 income | NIP/GTB/MAMA PUT NKOYO/croaker
      2024-02-06 + 96000.00 income | NIP/UBA/CREEKVIEW HOTEL/fish feb
      2024-02-19 + 52000.00 income | NIP/FCMB/PORT CITY FOODS LTD/catfish 40kg
      2024-03-05 + 88000.00 income | NIP/UBA/CREEKVIEW HOTEL/fish march
      2024-03-17 + 30000.00 income | NIP/OPAY/IBINABO GEORGE/smoked fish
      2024-04-05 + 94000.00 income | NIP/UBA/CREEKVIEW HOTEL/fish april`,
  },
  {
    name: 'customers-without-remarks',
    why: 'Firms and persons pay a printer without remarks, at any time and in any amount.',
    holder: 'PRINTHUB GLOBAL RESOURCES',
    lines: `
      2024-01-09 + 120000.00 income | NIP/GTB/SOLID MINDS SCHOOLS/
      2024-01-22 + 15000.00 income | NIP/OPAY/KEMI ADEJARE/
      2024-02-02 + 64000.00 income | NIP/ZENITH/GATEWAY EVENTS LTD/
      2024-02-21 + 33000.00 income | NIP/GTB/SOLID MINDS SCHOOLS/
      2024-03-13 + 210000.00 income | NIP/ACCESS/RIVERBANK CHURCH/
      2024-03-28 + 18500.00 income | NIP/UBA/TONY OKEKE/
      2024-04-18 + 71000.00 income | NIP/GTB/SOLID MINDS SCHOOLS/
      2024-05-04 + 90000.00 income | NIP/ZENITH/GATEWAY EVENTS LTD/`,
  },
  {
    name: 'cook-for-three-families',
    why: 'Three persons pay her, each with the word; a fourth pays once and writes it.',
    holder: 'VERONICA AGADA',
    lines: `
      2024-02-28 + 25000.00 salary | TRF FRM ADERONKE SHITTU TO VERONICA AGADA|cook salary feb
      2024-03-01 + 20000.00 salary | TRF FRM HENRY OKEZIE TO VERONICA AGADA|your salary
      2024-03-09 + 15000.00 open:income | TRF FRM LARA COLE TO VERONICA AGADA|salary for helping
      2024-03-29 + 25000.00 salary | TRF FRM ADERONKE SHITTU TO VERONICA AGADA|cook salary march
      2024-04-02 + 20000.00 salary | TRF FRM HENRY OKEZIE TO VERONICA AGADA|your salary
      2024-04-30 + 25000.00 salary | TRF FRM ADERONKE SHITTU TO VERONICA AGADA|cook salary april
      2024-05-02 + 20000.00 salary | TRF FRM HENRY OKEZIE TO VERONICA AGADA|your salary`,
  },
  {
    name: 'advance-then-reduced-pay',
    why: 'An advance is borrowed, and the next pays are less by it; a cooperative takes its part of each.',
    holder: 'TUNDE SALISU',
    lines: `
      2024-02-27 + 140000.00 salary | NFT/FBN B/O (SAVANNAH GRAINS LTD) IFO TUNDE SALISU FEB
      2024-03-12 + 60000.00 none:loan | NFT/FBN B/O (SAVANNAH GRAINS LTD) IFO TUNDE SALISU SALARY ADVANCE
      2024-03-27 + 110000.00 salary | NFT/FBN B/O (SAVANNAH GRAINS LTD) IFO TUNDE SALISU MAR LESS ADV
      2024-04-26 + 110000.00 salary | NFT/FBN B/O (SAVANNAH GRAINS LTD) IFO TUNDE SALISU APR LESS ADV
      2024-05-28 + 140000.00 salary | NFT/FBN B/O (SAVANNAH GRAINS LTD) IFO TUNDE SALISU MAY
      2024-06-27 + 140000.00 salary | NFT/FBN B/O (SAVANNAH GRAINS LTD) IFO TUNDE SALISU JUN`,
  },
  {
    name: 'goods-returned-and-fees-back',
    why: 'Banks undo entries with many words; a school gives back fees; a real payment stands among them.',
    holder: 'NGOZI IROHA',
    lines: `
      2024-01-08 - 40000.00 spend | MOBILE TRF TO ACCESS/JANE OBI/bags
      2024-01-09 + 40000.00 none:reversal | RVS-MOBILE TRF TO ACCESS/JANE OBI/bags
      2024-01-15 - 12300.00 spend | EKEDC TOKEN 4501
      2024-01-15 + 12300.00 none:reversal | REVERSED EKEDC TOKEN 4501
      2024-02-01 - 250000.00 spend | NIP TO MOUNT CARMEL COLLEGE fees
      2024-02-19 + 90000.00 none:refund | NIP FRM MOUNT CARMEL COLLEGE-refund excess fees
      2024-03-05 + 65000.00 income | NIP FRM JANE OBI-2 bags and purse
      2024-03-11 - 7000.00 spend | ATM WD DISPENSE ERROR 0211
      2024-03-14 + 7000.00 none:reversal | DISPENSE ERROR RESOLVED 0211 CR`,
  },
  {
    name: 'gifts-for-a-wedding',
    why: 'Friends and a firm give for a wedding, once each; gifts are income and no pay.',
    holder: 'BUNMI ADESOLA',
    lines: `
      2024-04-02 + 20000.00 income | Transfer from DAYO FASHOLA | Access Bank | 07***8812 | HML dear
      2024-04-04 + 50000.00 income | Transfer from ADESOLA KAYODE | UBA | 20***4411 | wedding support
      2024-04-05 + 100000.00 income | Transfer from STARFIELD ADVISORY LTD | GTBank | 02***0009 | wedding gift from the office
      2024-04-29 + 190000.00 salary | Transfer from STARFIELD ADVISORY LTD | GTBank | 02***0009 | apr pay
      2024-05-30 + 190000.00 salary | Transfer from STARFIELD ADVISORY LTD | GTBank | 02***0009 | may pay
      2024-06-28 + 190000.00 salary | Transfer from STARFIELD ADVISORY LTD | GTBank | 02***0009 | june pay`,
  },
  {
    name: 'friend-pays-through-her',
    why: 'A friend sends money that she passes on to others the same day, once with the name of the payee.',
    holder: 'IFY NWANKWO',
    lines: `
      2024-02-10 + 150000.00 none:passed-on | NIP/CHASE/AMARA EZEOKE/for Kelvin Uba house rent
      2024-02-10 - 150000.00 spend | NIP CR/KELVIN UBAH/GTB/from Amara
      2024-03-03 + 45000.00 none:passed-on | NIP/GTB/AMARA EZEOKE/pls send to my mum
      2024-03-04 - 45000.00 spend | NIP CR/EZEOKE VIRGINIA/FBN/from Amara
      2024-03-18 + 22000.00 income | NIP/ACCESS/ROSE TITUS/gown
      2024-04-02 + 18000.00 income | NIP/UBA/STELLA JOHN/skirt and blouse`,
  },
  {
    name: 'consultant-on-a-retainer',
    why: 'A firm pays a lawyer by invoice each month: officers differ whether a retainer is salary; it is income.',
    holder: 'BARR CHUKS ENEH',
    lines: `
      2024-01-31 + 200000.00 open:income | NIP/ZENITH/HEARTLAND BREWING PLC/legal retainership jan
      2024-02-29 + 200000.00 open:income | NIP/ZENITH/HEARTLAND BREWING PLC/legal retainership feb
      2024-03-14 + 350000.00 income | NIP/GTB/ONWUKA BASIL/legal fees land matter
      2024-03-28 + 200000.00 open:income | NIP/ZENITH/HEARTLAND BREWING PLC/legal retainership mar`,
  },
];
