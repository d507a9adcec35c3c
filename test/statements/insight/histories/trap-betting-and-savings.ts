import type { History } from './read-histories.ts';

export const histories: readonly History[] = [
  {
    name: 'bet9ja-month-end-like-salary',
    holder: 'KELECHI DOMINIC UZOR',
    why:
      'Winnings near month end, nearly equal, look like pay. They are betting; the shop job pays ' + 'in small wages.',
    lines: `
2024-01-05 - 5000.00 spend | NIP CR/BET9JA KC GAMING NETWORKS/ZENITH
2024-01-29 + 85000.00 none:betting | NIP/ZENITH/KC GAMING NETWORKS/BET9JA WITHDRAWAL KELECHI
2024-02-03 + 30000.00 salary | NIP/OPAY/UNCLE SAM PHONES ENT/wages January
2024-02-09 - 8000.00 spend | NIP CR/BET9JA KC GAMING NETWORKS/ZENITH
2024-02-28 + 83500.00 none:betting | NIP/ZENITH/KC GAMING NETWORKS/BET9JA WITHDRAWAL KELECHI
2024-03-02 + 30000.00 salary | NIP/OPAY/UNCLE SAM PHONES ENT/wages February
2024-03-15 - 6500.00 spend | NIP CR/BET9JA KC GAMING NETWORKS/ZENITH
2024-03-29 + 86000.00 none:betting | NIP/ZENITH/KC GAMING NETWORKS/BET9JA WITHDRAWAL KELECHI
2024-04-02 + 30000.00 salary | NIP/OPAY/UNCLE SAM PHONES ENT/wages March
2024-04-12 - 10000.00 spend | NIP CR/BET9JA KC GAMING NETWORKS/ZENITH
2024-04-29 + 85000.00 none:betting | NIP/ZENITH/KC GAMING NETWORKS/BET9JA WITHDRAWAL KELECHI
2024-05-03 + 30000.00 salary | NIP/OPAY/UNCLE SAM PHONES ENT/wages April
`,
  },
  {
    name: 'sportybet-beside-real-pay',
    holder: 'LUCKY OSAGIE IDAHOSA',
    why: 'The hotel pays the salary; SportyBet and 1xBet pay-outs are winnings, whatever their size.',
    lines: `
2024-05-02 - 3000.00 spend | SPORTYBET DEPOSIT PAYSTACK CHECKOUT
2024-05-06 + 14200.00 none:betting | Transfer from SPORTYBET | OPay | Withdrawal
2024-05-30 + 68000.00 salary | NIP/ECO/BENIN ROYAL SUITES LTD/MAY PAY
2024-06-03 - 5000.00 spend | SPORTYBET DEPOSIT PAYSTACK CHECKOUT
2024-06-08 + 112000.00 none:betting | Transfer from SPORTYBET | OPay | Withdrawal
2024-06-10 - 40000.00 spend | NIP CR/IDAHOSA ESOSA/school things/FBN
2024-06-28 + 68000.00 salary | NIP/ECO/BENIN ROYAL SUITES LTD/JUNE PAY
2024-07-01 - 5000.00 spend | SPORTYBET DEPOSIT PAYSTACK CHECKOUT
2024-07-05 + 8700.00 none:betting | 1XBET PAYOUT MONNIFY SETTLEMENT 99120
2024-07-30 + 68000.00 salary | NIP/ECO/BENIN ROYAL SUITES LTD/JULY PAY
2024-08-04 - 2000.00 spend | BETKING ONLINE FUNDING
2024-08-11 + 25500.00 none:betting | BETKING/SVG WITHDRAWAL/LUCKY OSAGIE
2024-08-30 + 68000.00 salary | NIP/ECO/BENIN ROYAL SUITES LTD/AUG PAY
`,
  },
  {
    name: 'betting-names-in-other-clothes',
    holder: 'ABDULLAHI RILWAN',
    why:
      'MSport, Betway, BetWinner and lottery pay-outs through processors are not income; the ' + 'phone repairs are.',
    lines: `
2023-06-02 + 4500.00 income | NIP/KUDA/OMO OLOGO TELECOMS/screen fix samsung
2023-06-04 + 32000.00 none:betting | NIP/STACK/Paystack/MSPORT PAYOUT
2023-06-14 + 6000.00 income | NIP/GTB/JAMES EKPO/battery and charging port
2023-06-26 - 10000.00 spend | FLW*BETWAY NIGERIA
2023-07-03 + 33500.00 none:betting | NIP/STACK/Paystack/MSPORT PAYOUT
2023-07-09 + 50000.00 none:betting | FLUTTERWAVE/BETWAY WINNINGS CASHOUT
2023-07-22 + 7500.00 income | NIP/FBN/BUKOLA ONI/iphone 8 screen
2023-08-03 + 31000.00 none:betting | NIP/STACK/Paystack/MSPORT PAYOUT
2023-08-12 + 20000.00 none:betting | BABA IJEBU WINNING PAYMENT TICKET 44192
2023-08-20 - 4000.00 spend | BABA IJEBU WALLET TOPUP
2023-09-03 + 32500.00 none:betting | NIP/STACK/Paystack/MSPORT PAYOUT
2023-09-07 + 9000.00 income | NIP/KUDA/OMO OLOGO TELECOMS/laptop keyboard
`,
  },
  {
    name: 'piggyvest-every-month',
    holder: 'Adaora Mirabel Ike',
    why:
      'Each month she saves into PiggyVest and takes it out again. Her own money, not income; the ' +
      'clinic pays the salary.',
    lines: `
2024-01-26 + 165000.00 salary | NIP/WEMA/CITYCARE CLINICS LTD/JAN SALARY
2024-01-27 - 60000.00 spend | PIGGYVEST AUTOSAVE CARD DEBIT PAYSTACK
2024-02-15 + 60000.00 none:savings | NIP/PROVIDUS/PIGGYVEST/Withdrawal Adaora Ike
2024-02-27 + 165000.00 salary | NIP/WEMA/CITYCARE CLINICS LTD/FEB SALARY
2024-02-28 - 60000.00 spend | PIGGYVEST AUTOSAVE CARD DEBIT PAYSTACK
2024-03-15 + 60000.00 none:savings | NIP/PROVIDUS/PIGGYVEST/Withdrawal Adaora Ike
2024-03-27 + 165000.00 salary | NIP/WEMA/CITYCARE CLINICS LTD/MAR SALARY
2024-03-28 - 60000.00 spend | PIGGYVEST AUTOSAVE CARD DEBIT PAYSTACK
2024-04-15 + 61200.00 none:savings | NIP/PROVIDUS/PIGGYVEST/Withdrawal Adaora Ike
2024-04-26 + 165000.00 salary | NIP/WEMA/CITYCARE CLINICS LTD/APR SALARY
2024-04-27 - 60000.00 spend | PIGGYVEST AUTOSAVE CARD DEBIT PAYSTACK
2024-05-15 + 60000.00 none:savings | NIP/PROVIDUS/PIGGYVEST/Withdrawal Adaora Ike
`,
  },
  {
    name: 'wallet-targets-and-owealth',
    holder: 'ISAAC TERVER ORKAR',
    why:
      'OWealth, Spend and Save, target savings and Cowrywise move his own money; only transfers ' +
      'of customers are income.',
    lines: `
2024-08-01 + 12000.00 none:sweep | OWealth Withdrawal (Transaction Payment)
2024-08-01 - 12000.00 spend | Transfer to ROSELINE AKER | UBA | 20***9912
2024-08-03 + 18000.00 income | Transfer from KPERA DENNIS | Access | 07***4413 | two cartons
2024-08-03 - 18000.00 spend | OWealth Deposit (from Balance)
2024-08-05 - 500.00 spend | Spend and Save Deposit
2024-08-31 + 9400.00 none:savings | Spend & Save withdrawal to balance
2024-09-02 + 12.44 income | OWealth Interest Earned
2024-09-05 + 50000.00 none:savings | Target savings matured - Rent goal
2024-09-06 - 50000.00 debt | Transfer to ORYINA AGENCY | FBN | 30***5521 | house rent
2024-09-20 + 22500.00 income | Transfer from KPERA DENNIS | Access | 07***4413 | three cartons
2024-10-02 + 40000.00 none:savings | NIP/STERLING/COWRYWISE/PLAN PAYOUT ISAAC
2024-10-05 + 50000.00 none:savings | Target savings matured - Rent goal
2024-10-18 + 15000.00 income | Transfer from MSENDOO UGBA | Kuda | 20***7718 | goods
`,
  },
  {
    name: 'fixed-deposit-rolls-monthly',
    holder: 'DR PHILOMENA EGBE',
    why: 'A 30-day fixed deposit comes back each month: principal is her own; separate interest is ' + 'income.',
    lines: `
2024-02-01 - 2000000.00 spend | FIXED DEPOSIT BOOKING FD0011882
2024-03-04 + 2000000.00 none:savings | FD LIQUIDATION PRINCIPAL FD0011882
2024-03-04 + 19726.03 income | FD INTEREST FD0011882
2024-03-04 - 1972.60 spend | WITHHOLDING TAX FD0011882
2024-03-05 - 2000000.00 spend | FIXED DEPOSIT BOOKING FD0012490
2024-03-28 + 520000.00 salary | UNIVERSITY OF CALABAR TEACHING HOSP SALARY MAR
2024-04-04 + 2020500.00 none:savings | MATURED FIXED DEPOSIT FD0012490 PRIN+INT
2024-04-05 - 2000000.00 spend | FIXED DEPOSIT BOOKING FD0013007
2024-04-29 + 520000.00 salary | UNIVERSITY OF CALABAR TEACHING HOSP SALARY APR
2024-05-06 + 2021100.00 none:savings | MATURED FIXED DEPOSIT FD0013007 PRIN+INT
2024-05-28 + 520000.00 salary | UNIVERSITY OF CALABAR TEACHING HOSP SALARY MAY
`,
  },
  {
    name: 'treasury-bills-and-mutual-fund',
    holder: 'HASSAN MAHMUD KABIR',
    why: 'Bills, commercial paper and fund redemptions return capital; dividends and bond coupons ' + 'are income.',
    lines: `
2023-09-14 - 1880000.00 spend | NTB PURCHASE 91DAYS CBN AUCTION
2023-09-29 + 305000.00 salary | NIP/TITAN/NORTHERN SOLAR WORKS LTD/SEPT 23 SALARY
2023-10-27 + 305000.00 salary | NIP/TITAN/NORTHERN SOLAR WORKS LTD/OCT 23 SALARY
2023-11-10 + 36250.00 income | FGN SAVINGS BOND COUPON PAYMENT NOV 2023
2023-11-29 + 305000.00 salary | NIP/TITAN/NORTHERN SOLAR WORKS LTD/NOV 23 SALARY
2023-12-14 + 2000000.00 none:savings | TREASURY BILLS MATURITY 14DEC2023 FACE VALUE
2023-12-15 - 1500000.00 spend | STANBIC MONEY MARKET FUND SUBSCRIPTION
2023-12-21 + 305000.00 salary | NIP/TITAN/NORTHERN SOLAR WORKS LTD/DEC 23 SALARY
2024-01-18 + 700000.00 none:savings | STANBIC MONEY MARKET FUND REDEMPTION
2024-01-30 + 305000.00 salary | NIP/TITAN/NORTHERN SOLAR WORKS LTD/JAN 24 SALARY
2024-02-12 + 18400.00 income | DANGOTE CEMENT DIVIDEND WARRANT
2024-02-15 + 250000.00 none:savings | RISEVEST WITHDRAWAL NAIRA WALLET
`,
  },
  {
    name: 'ajo-collected-at-month-end',
    holder: 'SHADE MONSURAT BELLO',
    why:
      'The ajo pays her once in the round, the second ajo each month; both return contributions. ' +
      'Salary by the school.',
    lines: `
2024-01-30 + 78000.00 salary | NIP/FCMB/AL HIKMAH NURSERY AND PRIMARY/SALARY
2024-01-31 - 20000.00 open | NIP CR/IYA ALAJO RUKAYAT/ajo january/OPAY
2024-02-28 + 78000.00 salary | NIP/FCMB/AL HIKMAH NURSERY AND PRIMARY/SALARY
2024-02-29 - 20000.00 open | NIP CR/IYA ALAJO RUKAYAT/ajo february/OPAY
2024-03-01 + 18500.00 none:savings | NIP/OPAY/IYA ALAJO RUKAYAT/daily ajo feb packing
2024-03-28 + 78000.00 salary | NIP/FCMB/AL HIKMAH NURSERY AND PRIMARY/SALARY
2024-03-30 - 20000.00 open | NIP CR/IYA ALAJO RUKAYAT/ajo march/OPAY
2024-04-01 + 18500.00 none:savings | NIP/OPAY/IYA ALAJO RUKAYAT/daily ajo mar packing
2024-04-29 + 78000.00 salary | NIP/FCMB/AL HIKMAH NURSERY AND PRIMARY/SALARY
2024-04-30 + 200000.00 none:savings | NIP/GTB/SODEINDE TITILAYO/my turn ajo payout
2024-05-02 + 18500.00 none:savings | NIP/OPAY/IYA ALAJO RUKAYAT/daily ajo apr packing
2024-05-03 - 150000.00 spend | NIP CR/SEWING MACHINE VILLAGE/UBA
`,
  },
];
