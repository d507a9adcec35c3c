import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'elizabeth-betty-and-nairabetta',
    holder: 'ELIZABETH OSAS AIGBE',
    why:
      'Elizabeth, Betty, Alphabet and Betterlife hold the letters BET and are customers of a ' +
      'cook; 22Bet is betting.',
    lines: `
2024-03-02 + 14000.00 income | NIP/UBA/BETTY OMOREGIE/2 coolers of jollof
2024-03-09 + 52000.00 income | NIP/GTB/ALPHABET MONTESSORI/lunch for pupils
2024-03-16 + 9500.00 income | NIP/KUDA/ELIZABETH NOSA/moi moi
2024-03-25 + 21000.00 none:betting | 22BET WITHDRAWAL PAYAZA
2024-04-06 + 52000.00 income | NIP/GTB/ALPHABET MONTESSORI/lunch for pupils
2024-04-13 + 30000.00 income | NIP/FCMB/BETTERLIFE WOMEN ASSOC/meeting refreshment
2024-04-20 + 11000.00 income | NIP/UBA/BETTY OMOREGIE/1 cooler fried rice
2024-05-04 + 52000.00 income | NIP/GTB/ALPHABET MONTESSORI/lunch for pupils
2024-05-06 - 22000.00 spend | POS PRCH OBA MARKET BENIN FOODSTUFF
2024-05-18 + 16500.00 income | NIP/OPAY/BETHEL HALLELUJAH/cakes
`,
  },
  {
    name: 'salihu-salem-and-sales',
    holder: 'JOSEPH TIMOTHY AUDU',
    why: 'SAL in Salihu, Salem, Salon and Sales is no salary; customers pay an electrician at odd ' + 'times.',
    lines: `
2024-01-08 + 24000.00 income | NIP/FBN/SALIHU DANLADI/wiring of 2 rooms
2024-01-19 + 40000.00 income | NIP/ZENITH/SALEM BAPTIST CHURCH/sound system repair
2024-02-07 + 18000.00 income | NIP/ACCESS/SALLY UNISEX SALON/dryer sockets
2024-02-22 + 26500.00 income | NIP/STERLING/ROYAL SALES AND SERVICE/inverter fitting
2024-02-25 - 30000.00 spend | NIP CR/ALABA CABLES/2.5MM/UBA
2024-03-11 + 33000.00 income | NIP/FBN/SALIHU DANLADI/change over switch
2024-03-28 + 12000.00 income | NIP/OPAY/SALVATION OKON/fan repairs MAR
2024-04-15 + 47000.00 income | NIP/ZENITH/SALEM BAPTIST CHURCH/lamps for altar
2024-05-02 + 21000.00 income | NIP/UBA/WAGESHI BITRUS/security light
`,
  },
  {
    name: 'mr-loan-and-mrs-borrow',
    holder: 'VERONICA ENENCHE ALI',
    why: 'Customers named Sloan, Loanda and Kirk Loan, and a church named Grace of Savings: sales of ' + 'a shoe shop.',
    lines: `
2024-02-03 + 17000.00 income | NIP/GTB/PETER SLOAN EKEH/shoes size 44
2024-02-11 + 22500.00 income | NIP/UBA/LOANDA BOUTIQUE/6 pairs palms
2024-02-19 - 80000.00 spend | NIP CR/ABA SHOE PLAZA/ACCESS
2024-03-03 + 19000.00 income | NIP/ECO/KURT LOAN/brown sandals
2024-03-15 + 36000.00 income | NIP/FCMB/SAVIOURS GRACE CHAPEL/ushers shoes
2024-03-21 + 14000.00 income | NIP/KUDA/DEBIT OCHAI/kids shoes
2024-04-04 + 25500.00 income | NIP/UBA/LOANDA BOUTIQUE/7 pairs palms
2024-04-27 + 12500.00 income | NIP/WEMA/CARBONELL OJI/school sandals
2024-05-05 - 65000.00 spend | NIP CR/ABA SHOE PLAZA/ACCESS
`,
  },
  {
    name: 'weekly-market-and-fuel-are-no-debt',
    holder: 'DEBORAH GLORY BOLTON',
    why:
      'Weekly market, fuel, airtime and the same POS shop are spending; the school fees plan and ' + 'insurance recur.',
    lines: `
2024-01-06 - 18000.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-01-13 - 17500.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-01-15 - 12500.00 debt | LEADWAY ASSURANCE PREMIUM DIRECT DEBIT POL 7781
2024-01-20 - 18500.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-01-25 + 240000.00 salary | NIP/WEMA/OODUA PAINTS PLC/JAN SALARY
2024-01-27 - 18000.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-02-01 - 40000.00 debt | NIP CR/CHRIST COLLEGE IBADAN/SCH FEES INSTALMENT 1/FBN
2024-02-03 - 18000.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-02-05 - 3000.00 spend | Airtime Purchase GLO-2348050000000
2024-02-15 - 12500.00 debt | LEADWAY ASSURANCE PREMIUM DIRECT DEBIT POL 7781
2024-02-17 - 19000.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-02-23 + 240000.00 salary | NIP/WEMA/OODUA PAINTS PLC/FEB SALARY
2024-03-01 - 40000.00 debt | NIP CR/CHRIST COLLEGE IBADAN/SCH FEES INSTALMENT 2/FBN
2024-03-02 - 18000.00 spend | POS PRCH BODIJA MARKET IBADAN TOMATO LINE
2024-03-05 - 3000.00 spend | Airtime Purchase GLO-2348050000000
2024-03-15 - 12500.00 debt | LEADWAY ASSURANCE PREMIUM DIRECT DEBIT POL 7781
2024-03-25 + 240000.00 salary | NIP/WEMA/OODUA PAINTS PLC/MAR SALARY
2024-04-01 - 40000.00 debt | NIP CR/CHRIST COLLEGE IBADAN/SCH FEES INSTALMENT 3/FBN
2024-04-05 - 3000.00 spend | Airtime Purchase GLO-2348050000000
`,
  },
  {
    name: 'regular-debits-that-are-not-debt',
    holder: 'IFEANYI COLLINS NWOBODO',
    why:
      'Own transfers, savings, cash and the same shop each month are not debt; rent by month and ' +
      'the car loan are.',
    lines: `
2024-04-01 - 50000.00 spend | NIP CR/NWOBODO IFEANYI COLLINS/OPAY
2024-04-02 - 55000.00 debt | NIP CR/MRS PATIENCE ODILI/HOUSE RENT APRIL/UBA
2024-04-03 - 25000.00 spend | COWRYWISE REGULAR SAVINGS PLAN
2024-04-05 - 20000.00 spend | ATM WITHDRAWAL-NEW HAVEN/Enugu//NG
2024-04-29 + 265000.00 salary | SALARY APR 2024 PRESIDENT TYRES LTD
2024-05-01 - 50000.00 spend | NIP CR/NWOBODO IFEANYI COLLINS/OPAY
2024-05-02 - 55000.00 debt | NIP CR/MRS PATIENCE ODILI/HOUSE RENT MAY/UBA
2024-05-03 - 25000.00 spend | COWRYWISE REGULAR SAVINGS PLAN
2024-05-05 - 20000.00 spend | ATM WITHDRAWAL-NEW HAVEN/Enugu//NG
2024-05-29 + 265000.00 salary | SALARY MAY 2024 PRESIDENT TYRES LTD
2024-06-01 - 50000.00 spend | NIP CR/NWOBODO IFEANYI COLLINS/OPAY
2024-06-02 - 55000.00 debt | NIP CR/MRS PATIENCE ODILI/HOUSE RENT JUNE/UBA
2024-06-03 - 25000.00 spend | COWRYWISE REGULAR SAVINGS PLAN
2024-06-05 - 20000.00 spend | ATM WITHDRAWAL-NEW HAVEN/Enugu//NG
2024-06-10 - 41000.00 debt | AUTOCHEK FINANCE CAR LOAN INSTALMENT
2024-06-28 + 265000.00 salary | SALARY JUN 2024 PRESIDENT TYRES LTD
2024-07-10 - 41000.00 debt | AUTOCHEK FINANCE CAR LOAN INSTALMENT
`,
  },
  {
    name: 'sold-the-corolla',
    holder: 'MOSES AKINWALE FAGBEMI',
    why: 'One sale of a car is no monthly income; the salary without words goes on.',
    lines: `
2024-01-31 + 174600.00 salary | NIP/ECO/GATEWAY PORTLAND CEMENT/FAGBEMI MOSES A
2024-02-10 + 2400000.00 open:no-salary | NIP/GTB/ADISA WAHEED AUTOS/payment for corolla 2008
2024-02-12 - 1500000.00 spend | NIP CR/SURVEYOR OLADELE/land/ZENITH
2024-02-29 + 174600.00 salary | NIP/ECO/GATEWAY PORTLAND CEMENT/FAGBEMI MOSES A
2024-03-28 + 174600.00 salary | NIP/ECO/GATEWAY PORTLAND CEMENT/FAGBEMI MOSES A
2024-04-03 - 9000.00 open | DSTV COMPACT SUBSCRIPTION QUICKTELLER
2024-04-30 + 169900.00 salary | NIP/ECO/GATEWAY PORTLAND CEMENT/FAGBEMI MOSES A
2024-05-31 + 174600.00 salary | NIP/ECO/GATEWAY PORTLAND CEMENT/FAGBEMI MOSES A
`,
  },
  {
    name: 'wedding-and-burial-contributions',
    holder: 'TOLULOPE ABIGAIL OKE',
    why:
      'Friends give for a wedding, the union for a burial, the state a grant once: gifts and ' +
      'one-offs, never salary.',
    lines: `
2024-10-28 + 88000.00 salary | NIP/FBN/PEAK DIAGNOSTICS LTD/OCT SALARY
2024-11-04 + 50000.00 open:no-salary | NIP/GTB/AUNTY DUPE LAWSON/congratulations
2024-11-05 + 20000.00 open:no-salary | NIP/UBA/FEMI ABASS/wedding gift
2024-11-06 + 10000.00 open:no-salary | NIP/OPAY/OFFICE COLLEAGUES JOY O/wedding contribution
2024-11-09 - 450000.00 spend | NIP CR/EVENT HALL IKORODU/FCMB
2024-11-28 + 88000.00 salary | NIP/FBN/PEAK DIAGNOSTICS LTD/NOV SALARY
2024-12-20 + 88000.00 salary | NIP/FBN/PEAK DIAGNOSTICS LTD/DEC SALARY
2025-01-15 + 50000.00 open:no-salary | NIP/CBN/FGN PRESIDENTIAL CONDITIONAL GRANT
2025-01-30 + 88000.00 salary | NIP/FBN/PEAK DIAGNOSTICS LTD/JAN SALARY
2025-02-11 + 35000.00 open:no-salary | NIP/ACCESS/IJEBU TOWN UNION/condolence for papa
`,
  },
  {
    name: 'pos-agent-turnover',
    holder: 'MUHAMMED JAMIU ADISA',
    why:
      'Customers transfer and take cash: turnover of others, officers differ. Commission of the ' +
      'provider is income.',
    lines: `
2024-05-02 + 40000.00 open:no-salary | Transfer from BUSOLA AKANDE | GTBank | 01***1123 | cash
2024-05-02 + 15000.00 open:no-salary | Transfer from KAZEEM YUSUF | OPay | 90***6671 | withdrawal
2024-05-03 - 50000.00 spend | CASH WDL OFFA BR MUHAMMED JAMIU
2024-05-31 + 21350.00 income | MONIEPOINT AGENT COMMISSION MAY
2024-06-03 + 62000.00 open:no-salary | Transfer from SIKIRU OLA | Access | 07***2200 | cash out
2024-06-04 - 60000.00 spend | CASH WDL OFFA BR MUHAMMED JAMIU
2024-06-28 + 19870.00 income | MONIEPOINT AGENT COMMISSION JUNE
2024-07-08 + 30000.00 open:no-salary | Transfer from BUSOLA AKANDE | GTBank | 01***1123 | cash
2024-07-31 + 23110.00 income | MONIEPOINT AGENT COMMISSION JULY
`,
  },
  {
    name: 'pastor-and-his-churches',
    holder: 'PASTOR ENOCH UWAKWE',
    why: 'His own church pays a stipend each month; guest honoraria are income; members’ seeds are ' + 'gifts.',
    lines: `
2024-02-04 + 20000.00 open:no-salary | NIP/UBA/SIS CHIDERA OBI/seed of faith
2024-02-29 + 70000.00 open:income | NIP/ACCESS/LIVING WATERS ASSEMBLY/PASTORS STIPEND FEB
2024-03-17 + 25000.00 income | NIP/FBN/FOURSQUARE ALAKIA/guest speaker honorarium
2024-03-28 + 70000.00 open:income | NIP/ACCESS/LIVING WATERS ASSEMBLY/PASTORS STIPEND MAR
2024-04-07 - 7000.00 open | NIP CR/LIVING WATERS ASSEMBLY/Tithes/ACCESS
2024-04-30 + 70000.00 open:income | NIP/ACCESS/LIVING WATERS ASSEMBLY/PASTORS STIPEND APR
2024-05-19 + 30000.00 income | NIP/GTB/MFM CAMPUS FELLOWSHIP/honorarium
2024-05-31 + 70000.00 open:income | NIP/ACCESS/LIVING WATERS ASSEMBLY/PASTORS STIPEND MAY
`,
  },
];
